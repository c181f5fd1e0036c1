// npm run check: everything that can be said of the sources without running them.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run, tool } from './steps.mjs';

/** @typedef {{ name: string, ok: boolean, output: string, seconds: number }} CheckResult */

const bannedNames = /^(utils?|helpers?|common|shared|services?|managers?|misc|index)$/i;
const workspaces = ['contract', 'connectors', 'sandbox', 'server', 'web', 'e2e', 'bench', 'scripts'];
/** A channel's entry is its index.ts: the one barrel-like name that means something. */
const allowedIndex = /^(connectors|sandbox)\/src\/[a-z0-9-]+\/index\.ts$|^web\/index\.html$/;
const skipped = new Set(['node_modules', 'dist', 'dist-types', 'public']);

/** @returns {CheckResult} */
function checkNames() {
  const began = performance.now();
  /** @type {string[]} */
  const found = [];
  /** @param {string} folder */
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = join(folder, entry.name);
      const file = relative(root, path);
      const words = entry.name.split('.')[0] ?? '';
      if (bannedNames.test(words) && !allowedIndex.test(file))
        found.push(`${file}: a name that says nothing; name what it is about`);
      if (entry.isDirectory()) look(path);
    }
  };
  for (const name of workspaces) look(join(root, name));
  return {
    name: 'names',
    ok: found.length === 0,
    output: found.join('\n'),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/**
 * @param {string} name
 * @param {[string, string[]]} command
 * @returns {() => Promise<CheckResult>}
 */
const check = (name, command) => async () => {
  const { code, output, seconds } = await run(null, ...command);
  return { name, ok: code === 0, output, seconds };
};

/** @type {Promise<CheckResult> | undefined} */
let checkedTypes;

/** By the compiler in machine code, which takes a fifth of the other's processor time; the linter's parser needs that one. */
function checkTypes() {
  checkedTypes ??= (async () => {
    const packages = await check('types', tool('typescript-native/bin/tsc', '-b'))();
    if (!packages.ok) return packages;
    // The tools are read against what the build of the packages declares, so they come after it.
    const tools = await check('types', tool('typescript-native/bin/tsc', '-p', 'tsconfig.tools.json'))();
    return { ...tools, seconds: packages.seconds + tools.seconds };
  })();
  return checkedTypes;
}

/** @type {readonly (() => Promise<CheckResult>)[]} */
const checks = [
  () => Promise.resolve(checkNames()),
  checkTypes,
  check('format', tool('oxfmt/bin/oxfmt', '--check', '.')),
  check(
    'cycles',
    tool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'contract/src',
      'connectors/src',
      'sandbox/src',
      'server/src',
      'web/src',
    ),
  ),
  check('dead exports', tool('knip/bin/knip.js', '--no-progress')),
  check('guards', tool('vitest/vitest.mjs', 'run', '--project', 'guards', '--reporter=dot')),
  // These rules say what layers may import and write. They need no types.
  check(
    'layers',
    tool(
      'eslint/bin/eslint.js',
      '--cache',
      '--cache-location',
      'node_modules/.evenstock/eslint',
      '--max-warnings',
      '0',
      '.',
    ),
  ),
  // Rules that need types read what the build of the packages declares.
  async () => {
    await checkTypes();
    return check('lint', tool('oxlint/bin/oxlint', '--deny-warnings'))();
  },
];

/**
 * Runs all checks, two at a time, and says how each went.
 * @param {(line: string) => void} say
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks(say) {
  const waiting = [...checks];
  /** @type {CheckResult[]} */
  const results = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await next();
      say(`${result.ok ? 'passed' : 'FAILED'}  ${result.name} (${result.seconds} s)`);
      if (!result.ok) say(result.output.trim().replace(/^/gm, '        '));
      results.push(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let begun = 0;
  const alive = setInterval(() => console.log(`checking for ${(begun += 15)} s`), 15_000);
  const results = await runChecks(console.log);
  clearInterval(alive);
  process.exit(results.every(({ ok }) => ok) ? 0 : 1);
}
