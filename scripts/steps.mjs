import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PROGRESS_MS = 4000;

/** A condition that a person can put right; the message says how. */
export class Problem extends Error {}

/**
 * What is wrong with this Node, in one sentence, or null.
 * @param {string} version such as '20.19.0'
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `This is Node ${version}; Evenstock needs Node 20.19 or later. Install a newer one from nodejs.org and start again.`;
}

/**
 * Runs a command to its end and keeps its output; prints a line every few seconds while it runs.
 * @param {string | null} what what is being done, in people's words; null says nothing
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, echo?: boolean }} [options] `echo` shows the output as it comes
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(what, command, args, options = {}) {
  const began = performance.now();
  const passed = () => Math.round((performance.now() - began) / 1000);
  if (what !== null) console.log(what);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setInterval(() => {
      if (what !== null && options.echo !== true) console.log(`${what} (${passed()} s)`);
    }, PROGRESS_MS);
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (/** @type {Buffer} */ part) => {
        output.push(part);
        if (options.echo === true) process.stdout.write(part);
      });
    }
    const finish = (/** @type {number} */ code, /** @type {string} */ more) => {
      clearInterval(timer);
      resolve({ code, output: Buffer.concat(output).toString('utf8') + more, seconds: passed() });
    };
    child.on('error', (error) => finish(127, error.message));
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 1), ''));
  });
}

/**
 * A program of a package, started by this Node: no shell, no .bin folder.
 * @param {string} file path below node_modules
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
export const tool = (file, ...args) => [process.execPath, [join(root, 'node_modules', file), ...args]];

/**
 * One hash over the contents of files and folders.
 * @param {readonly string[]} paths below the root
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    hash.update(path);
    try {
      hash.update(readFileSync(full));
    } catch {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

const stamps = join(root, 'node_modules', '.evenstock');

/** @param {string} name */
const stampOf = (name) => (existsSync(join(stamps, name)) ? readFileSync(join(stamps, name), 'utf8') : null);

/**
 * @param {string} name
 * @param {string} value
 */
function stamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

/** @param {string} output */
const lastWords = (output) =>
  output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
    .slice(-15)
    .join('\n');

/**
 * Runs npm: the one that runs this, where it is npm.
 * @param {string} what what is being done, in people's words
 * @param {readonly string[]} args
 */
export function runNpm(what, args) {
  const npm = process.env['npm_execpath'];
  return npm === undefined || !npm.endsWith('.js')
    ? run(what, process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
    : run(what, process.execPath, [npm, ...args]);
}

/** Installs the packages that package-lock.json names, if that has changed since. Their install scripts are not needed and do not run. */
export async function install() {
  const wanted = hashOf(['package-lock.json']);
  if (stampOf('installed') === wanted) return;
  // Not `npm ci`: it refuses a lock file that lacks a package for some other platform, which not every registry has.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await runNpm('Installing packages', args);
  if (code !== 0) {
    throw new Problem(
      `${lastWords(output)}\n\nThe packages could not be installed. Check the connection to the package registry, then start again.`,
    );
  }
  stamp('installed', wanted);
}

const sources = ['contract', 'connectors', 'sandbox', 'server'].flatMap((name) => [
  `${name}/src`,
  `${name}/tsconfig.json`,
]);
const web = ['web/src', 'web/bundling', 'web/public', 'web/index.html', 'web/vite.config.ts', 'contract/src'];
const settings = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];

/** Builds the programs and the web, each if any of its sources has changed since. */
export async function build() {
  const { buildPrograms, buildWeb } = await import('./build.mjs');
  await unlessBuilt(
    'programs',
    [...sources, ...settings],
    ['server/dist/demo/demo.js', 'sandbox/dist/main.js'],
    async () => {
      console.log('Building the programs');
      await buildPrograms();
    },
  );
  await unlessBuilt('web', [...web, ...settings], ['web/dist/index.html'], buildWeb);
}

/**
 * @param {string} name
 * @param {readonly string[]} paths
 * @param {readonly string[]} results
 * @param {() => Promise<void>} work
 */
async function unlessBuilt(name, paths, results, work) {
  const wanted = hashOf(paths);
  if (stampOf(name) === wanted && results.every((file) => existsSync(join(root, file)))) return;
  await work();
  stamp(name, wanted);
}
