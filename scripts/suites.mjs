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
 * @property {boolean} [isSerial] one test at a time, which would leave a processor idle: it runs beside the two suites that run at a time
 * @property {string} [missing] why it cannot run here
 * @property {boolean} [isRepeatable] a failed file may be run again: what it does depends on how busy the machine is
 * @property {(files?: readonly string[]) => Promise<Outcome>} run all of it, or these files
 */

/**
 * The server's tests whose outcome depends on PostgreSQL's version, as parts of paths: starting it, migrations, jobs, notices, locks,
 * constraints, prepared plans, and the statements of the busiest lists. `npm run test:long` runs all of the server's tests on each
 * PostgreSQL, with the plans of large data.
 */
export const onEachPostgres = [
  'server/src/api/live',
  'server/src/platform/database/migrate',
  'server/src/platform/postgres/postgres-launcher',
  'server/src/platform/database/transaction',
  'server/src/platform/jobs/worker',
  'server/src/modules/catalog/pages/products',
  'server/src/modules/catalog/pages/variants-page',
  'server/src/modules/orders/pages/list-orders',
  'server/src/modules/stock/ledger/concurrency',
  'server/src/modules/stock/pushes/push-behind-lock',
  'server/src/modules/stores/members/transfers',
  'server/src/testing/prepared-plans',
];

/**
 * Tests that `npm test` leaves to `npm run test:long`, so that it takes no longer than people wait for it: journeys beside the way
 * from a connected marketplace to a shipped order, what takes minutes, and what needs the largest data. A change to what one
 * of them holds is tried with it singly.
 */
export const onlyLong = [
  'e2e/journeys/activities.test.ts',
  'e2e/journeys/adjust-quantity.test.ts',
  'e2e/journeys/all-matching-orders.test.ts',
  'e2e/journeys/announcements.test.ts',
  'e2e/journeys/arrivals.test.ts',
  'e2e/journeys/billing.test.ts',
  'e2e/journeys/bump.test.ts',
  'e2e/journeys/changed-meanwhile.test.ts',
  'e2e/journeys/collect-orders.test.ts',
  'e2e/journeys/connected-shops.test.ts',
  'e2e/journeys/dead-letters.test.ts',
  'e2e/journeys/delisted-skus.test.ts',
  'e2e/journeys/developers.test.ts',
  'e2e/journeys/edit-grid.test.ts',
  'e2e/journeys/explain-number.test.ts',
  'e2e/journeys/failure-texts-store.test.ts',
  'e2e/journeys/failure-texts.test.ts',
  'e2e/journeys/force-zero.test.ts',
  'e2e/journeys/installation-settings.test.ts',
  'e2e/journeys/keyboard-work.test.ts',
  'e2e/journeys/keyboard.test.ts',
  'e2e/journeys/language.test.ts',
  'e2e/journeys/listing-actions.test.ts',
  'e2e/journeys/lists.test.ts',
  'e2e/journeys/marketplace-care.test.ts',
  'e2e/journeys/marketplaces.test.ts',
  'e2e/journeys/mass-orders.test.ts',
  'e2e/journeys/members.test.ts',
  'e2e/journeys/merchants-day.test.ts',
  'e2e/journeys/merge-all.test.ts',
  'e2e/journeys/needs-you.test.ts',
  'e2e/journeys/newcomer.test.ts',
  'e2e/journeys/notifications.test.ts',
  'e2e/journeys/order-actions.test.ts',
  'e2e/journeys/order-marks.test.ts',
  'e2e/journeys/order-page.test.ts',
  'e2e/journeys/order-progress.test.ts',
  'e2e/journeys/packing.test.ts',
  'e2e/journeys/people.test.ts',
  'e2e/journeys/print-orders.test.ts',
  'e2e/journeys/product-page.test.ts',
  'e2e/journeys/products-list.test.ts',
  'e2e/journeys/products.test.ts',
  'e2e/journeys/quantity.test.ts',
  'e2e/journeys/recovery-counts.test.ts',
  'e2e/journeys/reports.test.ts',
  'e2e/journeys/reset-password.test.ts',
  'e2e/journeys/returns.test.ts',
  'e2e/journeys/running-out.test.ts',
  'e2e/journeys/safety-stock.test.ts',
  'e2e/journeys/sets.test.ts',
  'e2e/journeys/shell.test.ts',
  'e2e/journeys/spreadsheets.test.ts',
  'e2e/journeys/stock-differences.test.ts',
  'e2e/journeys/stock-reads.test.ts',
  'e2e/journeys/stores.test.ts',
  'e2e/journeys/tabs.test.ts',
  'e2e/journeys/todo.test.ts',
  'e2e/journeys/unsaved.test.ts',
  'e2e/journeys/weak-passwords.test.ts',
  'sandbox/src/main.test.ts',
  'server/src/modules/catalog/zeroing/force-zero.test.ts',
  'server/src/modules/catalog/merges/merge-in-mass.test.ts',
  'server/src/modules/orders/acts/mass-act-killed.test.ts',
  'server/src/modules/spreadsheets/exports.test.ts',
  'server/src/modules/stock/changes/zero-listings.test.ts',
  'server/src/testing/crash/commands.test.ts',
  'server/src/testing/crash/graceful-stop.test.ts',
  'server/src/testing/crash/restore.test.ts',
  'server/src/testing/health-plans.test.ts',
  'server/src/testing/list-plans-searches.test.ts',
  'server/src/testing/rate-limits.test.ts',
  'server/src/testing/sales-plans.test.ts',
  'server/src/testing/search-count.test.ts',
  'server/src/testing/sim/ablation.test.ts',
  'server/src/testing/sim/outage.test.ts',
  'server/src/testing/traces/asked-counts.test.ts',
  'server/src/testing/traces/first-count.test.ts',
  'server/src/testing/traces/holds.test.ts',
  'server/src/testing/traces/killed-recovery.test.ts',
  'server/src/testing/traces/last-units.test.ts',
  'server/src/testing/traces/old-answers.test.ts',
  'server/src/testing/traces/recovered-bookings.test.ts',
  'server/src/testing/traces/recovered-merges.test.ts',
  'server/src/testing/traces/recovered-skus.test.ts',
  'server/src/testing/traces/recovery.test.ts',
  'server/src/testing/traces/safety-stock.test.ts',
  'server/src/testing/traces/sets-recovery.test.ts',
  'server/src/testing/traces/sets.test.ts',
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

/**
 * The alert rules of docs/operations, as Prometheus reads them.
 * @param {{ env: Record<string, string>, node?: string | undefined }} by
 * @returns {Suite}
 */
function alerts(by) {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  return places.some((folder) => existsSync(join(folder, 'promtool')))
    ? { name: 'alerts', run: vitest(['alerts'], by) }
    : missing('alerts', 'no promtool here; as root: apt-get install --no-install-recommends prometheus');
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
 * @param {boolean} isLong all seeds, all journeys, and all of the server's tests
 * @param {{ before?: string, node?: string }} [variant] `before` each name; by another Node
 * @returns {Suite[]}
 */
function allSuites(isLong, { before = '', node } = {}) {
  const env = { EVENSTOCK_LONG: isLong ? '1' : '0' };
  const without = isLong ? [] : onlyLong;
  const browser = chromium();
  const unit = ['contract', 'connectors', 'sandbox', 'web', 'server'];
  const servers = systemServers().flatMap((server) => {
    const on = { ...env, EVENSTOCK_TEST_POSTGRES: JSON.stringify(server) };
    const name = `postgres-${server.major}`;
    return isLong
      ? [
          { name: `${name}-sim`, run: vitest(['sim'], { env: on, node }) },
          { name, run: vitest(['server'], { env: on, node }) },
        ]
      : [{ name, isRepeatable: true, run: vitest(['server'], { files: onEachPostgres, env: on, node }) }];
  });
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
          run: vitest(['e2e'], { without, env: { ...env, EVENSTOCK_CHROMIUM: browser }, node }),
        },
    { name: 'unit', isRepeatable: !isLong, run: vitest(unit, { without, env, node }) },
    { name: 'sim', run: vitest(['sim'], { without, env, node }) },
    { name: 'crash', isOfBuild: true, isSerial: true, run: vitest(['crash'], { without, env, node }) },
    {
      name: 'start-up',
      isOfBuild: true,
      isSerial: true,
      isRepeatable: !isLong,
      run: vitest(['start-up'], { env, node }),
    },
    ...(servers.length > 0
      ? servers
      : [missing('postgres', 'no second PostgreSQL is installed in /usr/lib/postgresql')]),
    { name: 'conformance', run: vitest(['conformance'], { env, node }) },
    alerts({ env, node }),
  ];
  return suites.map((suite) => ({ ...suite, name: `${before}${suite.name}` }));
}

/**
 * All suites, in the order in which they begin. The long run repeats those of `npm test` on Node 24.
 * @param {boolean} isLong
 * @returns {Promise<Suite[]>}
 */
export async function suitesOf(isLong) {
  const suites = [{ name: 'checks', run: checks }, ...allSuites(isLong)];
  if (!isLong) return suites;
  const found = await node24();
  const onNode24 =
    'missing' in found
      ? [missing('node-24', found.missing)]
      : allSuites(false, { before: 'node-24-', node: found.program });
  return [...suites, libreOffice(), ...onNode24];
}
