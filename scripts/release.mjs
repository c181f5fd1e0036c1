// npm run release: one archive that runs on Node and a PostgreSQL, without a build and without a registry. `--to=folder` names where it
// goes, `--as-built` takes what was built before.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildPrograms, buildWeb } from './build.mjs';
import { isBuiltFileShipped, isFileShipped, isShipped } from './release-parts.mjs';
import { Problem, root, run } from './steps.mjs';

/** The most that a release may weigh, packed. */
const MOST_BYTES = 60_000_000;
const workspaces = ['contract', 'connectors', 'server'];
/** Run by hand, as in a clone. */
const commands = ['grant', 'expire-password', 'rotate-secret', 'restored', 'announce', 'verify-activities'];
const besides = ['README.md', 'CHANGELOG.md', 'docs/operations', 'deploy'];

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string} place relative to the root
 */

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/**
 * @param {string} source
 * @param {string} target
 * @param {(path: string) => boolean} isWanted
 */
function copySome(source, target, isWanted) {
  for (const path of filesIn(source).filter(isWanted)) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(source, path), join(target, path));
  }
}

/**
 * The packages that production installs, with those inside of others.
 * @param {readonly string[]} of workspaces
 * @returns {Promise<Package[]>}
 */
async function productionPackages(of) {
  const flags = of.flatMap((name) => ['-w', name]);
  // npm ends with 1 where an optional package of another system is not there.
  const { output } = await run(null, 'npm', ['ls', '--omit=dev', '--all', '--parseable', ...flags]);
  const places = new Set(
    output
      .split('\n')
      .filter((line) => line.startsWith(join(root, 'node_modules')))
      .map((line) => relative(root, line)),
  );
  const found = [...places].flatMap((place) => {
    const path = join(root, place, 'package.json');
    if (!existsSync(path)) return [];
    const { name, version, license } = readJson(path);
    return [{ name, version, license: typeof license === 'string' ? license : 'not declared', place }];
  });
  const shipped = found.filter(({ name }) => isShipped(name)).sort((a, b) => (a.place < b.place ? -1 : 1));
  if (shipped.length === 0) throw new Problem('No package is installed here: run npm install first.');
  return shipped;
}

/**
 * @param {string} target
 * @param {readonly Package[]} packages
 */
function copyPackages(target, packages) {
  for (const { name, place } of packages) {
    copySome(
      join(root, place),
      join(target, place),
      (path) => !path.includes('node_modules/') && isFileShipped(name, path),
    );
  }
}

/**
 * @param {string} target
 * @param {string} version
 */
function copyProgram(target, version) {
  for (const name of workspaces) {
    const { exports, dependencies } = readJson(join(root, name, 'package.json'));
    copySome(join(root, name, 'dist'), join(target, name, 'dist'), isBuiltFileShipped);
    const own = { name: `@evenstock/${name}`, version, private: true, type: 'module', exports, dependencies };
    writeFileSync(join(target, name, 'package.json'), JSON.stringify(own, null, 2));
    mkdirSync(join(target, 'node_modules/@evenstock'), { recursive: true });
    symlinkSync(join('../..', name), join(target, 'node_modules/@evenstock', name));
  }
  cpSync(join(root, 'server/migrations'), join(target, 'server/migrations'), { recursive: true });
  copySome(join(root, 'web/dist'), join(target, 'web/dist'), isBuiltFileShipped);
  for (const path of besides) cpSync(join(root, path), join(target, path), { recursive: true });
  const { engines } = readJson(join(root, 'package.json'));
  const scripts = Object.fromEntries(commands.map((name) => [name, `node server/dist/commands/${name}.js`]));
  const own = { name: 'evenstock', version, private: true, type: 'module', engines, scripts };
  writeFileSync(join(target, 'package.json'), JSON.stringify(own, null, 2));
}

/**
 * The licence of each package, those of the web's included, whose code is in `web/dist`.
 * @param {readonly Package[]} packages
 */
function licences(packages) {
  const each = packages.map(({ name, version, license, place }) => {
    const texts = readdirSync(join(root, place))
      .filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file))
      .map((file) => join(root, place, file))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'utf8').trim());
    return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
  });
  return `${each.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

/**
 * A bill of materials in the form of CycloneDX. npm's own list for production lacks packages that development uses too, so it is the
 * list of everything, without what is not shipped.
 * @param {string} version
 * @param {readonly Package[]} packages
 */
async function billOfMaterials(version, packages) {
  const { code, output } = await run(null, 'npm', ['sbom', '--sbom-format=cyclonedx']);
  if (code !== 0) throw new Problem(`npm could not write the bill of materials:\n${output.slice(-600)}`);
  const bill = JSON.parse(output);
  /** @type {{ group?: string, name: string, version: string, 'bom-ref': string }[]} */
  const all = bill.components;
  const shipped = new Set(packages.map((each) => `${each.name} ${each.version}`));
  const kept = all.filter(({ group, name, version: of }) =>
    shipped.has(`${group === undefined ? name : `${group}/${name}`} ${of}`),
  );
  const root = bill.metadata.component;
  const refs = new Set([root['bom-ref'], ...kept.map((part) => part['bom-ref'])]);
  /** @type {{ ref: string, dependsOn?: string[] }[]} */
  const links = bill.dependencies;
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...root, name: 'evenstock', version, type: 'application' } },
    components: kept,
    dependencies: links
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/**
 * Writes a release.
 * @param {string} folder where the archive and its papers go
 * @returns {Promise<{ archive: string, bytes: number, bill: string, licences: string }>}
 */
async function writeRelease(folder) {
  const { version } = readJson(join(root, 'package.json'));
  const name = `evenstock-${version}-${process.platform}-${process.arch}`;
  const target = join(folder, name);
  const archive = `${target}.tar.gz`;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packages = await productionPackages(workspaces);
  copyProgram(target, version);
  copyPackages(target, packages);
  const bill = join(folder, `${name}.cdx.json`);
  const withWeb = await productionPackages([...workspaces, 'web']);
  writeFileSync(bill, JSON.stringify(await billOfMaterials(version, withWeb), null, 2));
  copyFileSync(bill, join(target, 'sbom.cdx.json'));
  const list = join(folder, `${name}.licences.txt`);
  writeFileSync(list, licences(withWeb));
  copyFileSync(list, join(target, 'LICENCES.txt'));
  const { code, output } = await run('Packing the release', 'tar', [
    '--create',
    '--gzip',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--file=${archive}`,
    `--directory=${folder}`,
    name,
  ]);
  if (code !== 0)
    throw new Problem(`The release could not be packed (it takes tar and gzip):\n${output.trim()}`);
  rmSync(target, { recursive: true, force: true });
  const bytes = statSync(archive).size;
  if (bytes > MOST_BYTES)
    throw new Problem(
      `${archive} has ${bytes} bytes, and a release has at most ${MOST_BYTES}. What became heavier?`,
    );
  return { archive, bytes, bill, licences: list };
}

try {
  const words = process.argv.slice(2);
  const to = words.flatMap((word) => /^--to=(.+)$/.exec(word)?.[1] ?? [])[0];
  // What was built a moment ago need not be built again.
  if (!words.includes('--as-built')) {
    await buildPrograms();
    await buildWeb();
  }
  const made = await writeRelease(to ?? join(root, 'release'));
  console.log(`${made.archive}: ${(made.bytes / 1_000_000).toFixed(1)} MB`);
  console.log(`Its bill of materials: ${made.bill}`);
  console.log(`The licences of its packages: ${made.licences}`);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
