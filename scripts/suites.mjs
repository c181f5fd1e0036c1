// What npm test and npm run test:long run.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChecks } from './check.mjs';
import { node24 } from './node-24.mjs';
import { vitest } from './vitest-suite.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failedFiles]
 * @property {string[]} failures each in a few lines, to be repeated when everything has ended
 * @property {string} output
 * @property {string[]} notRun
 */
/**
 * @typedef {object} Suite
 * @property {string} name what `--only` takes, whole or up to a hyphen
 * @property {boolean} [isOfBuild] runs the programs as they are built
 * @property {string} [missing] why it cannot run here
 * @property {boolean} [isRepeatable] a failed file may be run again: what it does depends on how busy the machine is
 * @property {(files?: readonly string[]) => Promise<Outcome>} run all of it, or these files
 */

/**
 * The server's tests whose outcome depends on PostgreSQL's version, as parts of paths: starting it, migrations, jobs, notices, plans,
 * locks, constraints, and every statement of stock and orders. `npm run test:long` runs the others too on each PostgreSQL.
 */
export const onEachPostgres = [
  'server/src/api/live',
  'server/src/platform/migrate',
  'server/src/platform/postgres-launcher',
  'server/src/platform/transaction',
  'server/src/platform/worker',
  'server/src/modules/catalog/products',
  'server/src/modules/catalog/variants-page',
  'server/src/modules/orders/list-orders',
  'server/src/modules/orders/pull-orders.test',
  'server/src/modules/stock/concurrency',
  'server/src/modules/stock/push-behind-lock',
  'server/src/modules/stores/transfers',
  'server/src/testing/access-matrix',
  'server/src/testing/list-plans',
  'server/src/testing/prepared-plans',
  'server/src/testing/traces/',
];

/** Servers of the system's packages, beside the one that is packaged with Evenstock. */
function systemServers() {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((version) => ({ folder: join(folder, version, 'bin'), major: Number(version) }))
    .filter((server) => existsSync(join(server.folder, 'initdb')));
}

/** @returns {string | null} */
function chromium() {
  const candidates = [
    process.env['EVENSTOCK_CHROMIUM'],
    // The same browser without windows: journeys take a third less of a processor with it.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/**
 * LibreOffice, which is no part of `npm test`: a sheet that it saved once stands in for it there.
 * @returns {Suite}
 */
function libreOffice() {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  return places.some((folder) => existsSync(join(folder, 'soffice')))
    ? { name: 'libreoffice', run: vitest(['libreoffice'], { env: {} }) }
    : missing(
        'libreoffice',
        'no LibreOffice here; as root: apt-get install --no-install-recommends libreoffice-calc',
      );
}

/** @returns {Promise<Outcome>} */
async function checks() {
  /** @type {string[]} */
  const lines = [];
  const results = await runChecks((line) => lines.push(line));
  const passed = results.filter(({ ok }) => ok).length;
  const failures = results
    .filter(({ ok }) => !ok)
    .map(({ name, output }) => `${name}\n${output.trim().split('\n').slice(0, 12).join('\n')}`);
  return { passed, failed: failures.length, failures, output: lines.join('\n'), notRun: [] };
}

/**
 * @param {string} name
 * @param {string} missing
 * @returns {Suite}
 */
const missing = (name, missing) => ({ name, missing, run: () => Promise.reject(new Error(missing)) });

/**
 * In the order in which they begin: the long ones first, so that the two that run side by side end at about the same time.
 * @param {boolean} isLong all seeds, and all of the server's tests
 * @param {{ before?: string, node?: string }} [variant] `before` each name; by another Node
 * @returns {Suite[]}
 */
function allSuites(isLong, { before = '', node } = {}) {
  const env = { EVENSTOCK_LONG: isLong ? '1' : '0' };
  const browser = chromium();
  const unit = ['contract', 'connectors', 'sandbox', 'web', 'server'];
  const servers = systemServers().map((server) => ({
    name: `postgres-${server.major}`,
    isRepeatable: !isLong,
    run: vitest(isLong ? ['server', 'sim'] : ['server'], {
      files: isLong ? [] : onEachPostgres,
      env: { ...env, EVENSTOCK_TEST_POSTGRES: JSON.stringify(server) },
      node,
    }),
  }));
  /** @type {Suite[]} */
  const suites = [
    browser === null
      ? missing(
          'browser',
          'no Chromium here; as root: apt-get install chromium, or name one with EVENSTOCK_CHROMIUM',
        )
      : {
          name: 'browser',
          isOfBuild: true,
          isRepeatable: !isLong,
          run: vitest(['e2e'], { env: { ...env, EVENSTOCK_CHROMIUM: browser }, node }),
        },
    { name: 'unit', isRepeatable: !isLong, run: vitest(unit, { env, node }) },
    { name: 'sim', run: vitest(['sim'], { env, node }) },
    { name: 'start-up', isOfBuild: true, isRepeatable: !isLong, run: vitest(['start-up'], { env, node }) },
    { name: 'crash', isOfBuild: true, run: vitest(['crash'], { env, node }) },
    ...(servers.length > 0
      ? servers
      : [missing('postgres', 'no second PostgreSQL is installed in /usr/lib/postgresql')]),
    { name: 'conformance', run: vitest(['conformance'], { env, node }) },
  ];
  return suites.map((suite) => ({ ...suite, name: `${before}${suite.name}` }));
}

/**
 * Rounds of suites, one round after the other. Two suites of a round run side by side, begun in this order.
 * @param {boolean} isLong
 * @returns {Promise<Suite[][]>}
 */
export async function rounds(isLong) {
  const first = [{ name: 'checks', run: checks }, ...allSuites(isLong)];
  if (!isLong) return [first];
  const found = await node24();
  const onNode24 =
    'missing' in found
      ? [missing('node-24', found.missing)]
      : allSuites(false, { before: 'node-24-', node: found.program });
  return [[...first, libreOffice()], onNode24];
}
