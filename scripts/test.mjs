// npm test: everything. Checks, then every suite on the packaged PostgreSQL, the database suites again on each PostgreSQL of the system.
// The last line says how many passed and failed. A suite that cannot run says why; with EVENSTOCK_REQUIRE_ALL=1 that is a failure.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, install, nodeProblem, Problem, root, run } from './steps.mjs';

const requireAll = process.env['EVENSTOCK_REQUIRE_ALL'] === '1';
let passed = 0;
let failed = 0;

/** @param {string} suite @param {string} why */
function notRun(suite, why) {
  console.log(`not run: ${suite}: ${why}`);
  if (requireAll) failed += 1;
}

/** @typedef {{ status: string, fullName: string }} Assertion */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileResult */

/**
 * Runs projects of vitest.config.ts and counts their tests.
 * @param {string} name what people call it
 * @param {readonly string[]} projects
 * @param {Record<string, string>} [env]
 */
async function suite(name, projects, env = {}) {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  console.log(`\n── ${name}`);
  const { code, seconds } = await run(
    null,
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    { echo: true, env },
  );
  const before = { passed, failed };
  count(name, report, code);
  console.log(
    `\n── ${name}: ${passed - before.passed} passed, ${failed - before.failed} failed (${seconds} s)`,
  );
}

/** @param {string} name @param {string} report @param {number} code */
function count(name, report, code) {
  if (!existsSync(report)) {
    console.log(`FAILED  ${name} ended with code ${code} and without a report`);
    failed += 1;
    return;
  }
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = tests.filter(({ status }) => status === 'failed').length;
  // A file that failed as a whole: it could not be read, or a hook of it threw.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  passed += tests.filter(({ status }) => status === 'passed').length;
  failed += failures + broken;
  if (code !== 0 && failures + broken === 0) {
    console.log(`FAILED  ${name} ended with code ${code}: an error outside the tests, above`);
    failed += 1;
  }
  for (const { status, fullName } of tests) {
    if (status !== 'passed' && status !== 'failed') notRun(name, fullName);
  }
}

/** Servers of the system's packages: the database suites run on them too. */
function systemServers() {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((version) => ({ folder: join(folder, version, 'bin'), major: Number(version) }))
    .filter((server) => existsSync(join(server.folder, 'initdb')));
}

/** @returns {string | null} */
function chromium() {
  const places = [
    process.env['EVENSTOCK_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}

/** @param {string} folder */
const hasTests = (folder) =>
  existsSync(join(root, folder)) &&
  readdirSync(join(root, folder), { recursive: true }).some((name) => String(name).endsWith('.test.ts'));

async function everything() {
  const { runChecks } = await import('./check.mjs');
  console.log('\n── checks');
  for (const { ok } of await runChecks()) {
    if (ok) passed += 1;
    else failed += 1;
  }
  await suite('unit and database tests', ['contract', 'connectors', 'sandbox', 'web', 'server']);
  const servers = systemServers();
  if (servers.length === 0)
    notRun('database tests on another PostgreSQL', 'none is installed in /usr/lib/postgresql');
  for (const server of servers) {
    await suite(`database tests on PostgreSQL ${server.major}`, ['server'], {
      EVENSTOCK_TEST_POSTGRES: JSON.stringify(server),
    });
  }
  await suite('conformance', ['conformance']);
  await suite('sim', ['sim']);
  await build();
  await suite('start-up', ['scripts']);
  await suite('crash', ['crash']);
  const browser = chromium();
  if (browser === null)
    notRun(
      'browser tests',
      'no Chromium here; as root: apt-get install chromium, or name one with EVENSTOCK_CHROMIUM',
    );
  else if (!hasTests('e2e')) notRun('browser tests', 'there are none');
  else await suite('browser tests', ['e2e'], { EVENSTOCK_CHROMIUM: browser });
}

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const schemas = process.env['EVENSTOCK_SCHEMAS'];
if (schemas !== undefined) process.env['EVENSTOCK_SCHEMAS'] = resolve(root, schemas);
const reports = mkdtempSync(join(tmpdir(), 'evenstock-reports-'));
try {
  await install();
  await everything();
} catch (error) {
  failed += 1;
  console.error(error instanceof Problem ? error.message : error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
