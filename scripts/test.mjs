// npm test: checks, then every suite; two at a time, and beside them one of those that run one test at a time. npm run test:long: all
// seeds, all tests on each PostgreSQL, and on Node 24.
// `--only <suite>` runs a part. The last line says how many passed and failed.
// Every failure is repeated, short, at the end. What cannot run says why; with EVENSTOCK_REQUIRE_ALL=1 that is a failure.
// A few failed files are run once more when everything else has ended. What passes then is reported as flaky: a defect of the test or
// of the program that is to be mended, but no reason to refuse another change. npm run test:long counts it as failed.
import { relative, resolve } from 'node:path';
import { build, install, nodeProblem, Problem, root } from './steps.mjs';
import { suitesOf } from './suites.mjs';

/** @typedef {import('./suites.mjs').Suite} Suite */

const PROGRESS_MS = 30_000;
const requireAll = process.env['EVENSTOCK_REQUIRE_ALL'] === '1';
const isLong = process.argv.includes('--long');
const only = process.argv.flatMap((argument, index, all) => (all[index - 1] === '--only' ? [argument] : []));

/** With more failed files than this something is broken, and nothing is run again. */
const MOST_FLAKY_FILES = 3;

/** @typedef {{ name: string, seconds: number, passed: number, failed: number }} Ended */
/** @type {Ended[]} */
const ended = [];
/** Failed files of suites that have ended. @type {{ suite: Suite, files: string[], failed: number, entry: Ended }[]} */
const doubtful = [];
/** What failed, by suite. @type {Map<string, string[]>} */
const failures = new Map();
/** Files that failed, and passed on a quiet machine. @type {string[]} */
const flaky = [];
/** When the suites that run now began, in milliseconds. @type {Map<string, number>} */
const running = new Map();
/** @type {Promise<void> | null} */
let building = null;

/** @param {string} part @param {Suite} suite */
const isNamed = (part, { name }) => name === part || name.startsWith(`${part}-`);

/** @param {Suite} suite */
const isChosen = (suite) => only.length === 0 || only.some((part) => isNamed(part, suite));

const secondsSince = (/** @type {number} */ began) => Math.round((performance.now() - began) / 1000);

/** @param {Suite} suite @returns {Promise<import('./suites.mjs').Outcome>} */
async function outcomeOf(suite) {
  if (suite.missing !== undefined)
    return { passed: 0, failed: 0, failures: [], output: '', notRun: [suite.missing] };
  try {
    if (suite.isOfBuild === true) await (building ??= build());
    return await suite.run();
  } catch (error) {
    const output = error instanceof Problem ? error.message : String(error);
    return { passed: 0, failed: 1, failures: [output], output, notRun: [] };
  }
}

/** Runs a suite and shows its output in one piece when it has ended. @param {Suite} suite */
async function runSuite(suite) {
  const { name } = suite;
  const began = performance.now();
  running.set(name, began);
  console.log(`── ${name} begins`);
  const outcome = await outcomeOf(suite);
  running.delete(name);
  const { passed } = outcome;
  const failed = outcome.failed + (requireAll ? outcome.notRun.length : 0);
  const seconds = secondsSince(began);
  if (outcome.output.trim() !== '') console.log(`\n── what ${name} said\n${outcome.output.trim()}`);
  for (const what of outcome.notRun) console.log(`not run: ${name}: ${what}`);
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
  const entry = { name, seconds, passed, failed };
  ended.push(entry);
  failures.set(name, outcome.failures);
  const files = outcome.failedFiles ?? [];
  if (suite.isRepeatable === true && files.length > 0)
    doubtful.push({ suite, files, failed: outcome.failed, entry });
}

/** Runs the failed files again, one suite after the other. */
async function repeatFailed() {
  if (doubtful.flatMap(({ files }) => files).length > MOST_FLAKY_FILES) return;
  for (const { suite, files, failed: failedBefore, entry } of doubtful) {
    console.log(`── ${suite.name} again: ${files.map((file) => relative(root, file)).join(', ')}`);
    const { output, failed, passed } = await suite.run(files);
    console.log(`${output.trim()}\n── ${suite.name} again: ${passed} passed, ${failed} failed\n`);
    if (failed > 0) continue;
    failures.delete(suite.name);
    entry.passed += failedBefore;
    entry.failed -= failedBefore;
    flaky.push(...files.map((file) => relative(root, file)));
  }
}

/** Runs suites one after the other. Several that run at once take them from one array. @param {Suite[]} suites */
async function runInTurn(suites) {
  for (let next = suites.shift(); next !== undefined; next = suites.shift()) await runSuite(next);
}

/** Runs suites two at a time, begun in their order, and beside them the serial ones. @param {readonly Suite[]} suites */
async function runPaired(suites) {
  const chosen = suites.filter(isChosen);
  const serial = chosen.filter(({ isSerial = false }) => isSerial);
  const others = chosen.filter(({ isSerial = false }) => !isSerial);
  await Promise.all([runInTurn(others), runInTurn(others), runInTurn(serial)]);
}

function showProgress() {
  const names = [...running].map(([name, began]) => `${name} for ${secondsSince(began)} s`);
  if (names.length > 0) console.log(`running: ${names.join(', ')}`);
}

/** Repeats all failures in a few lines each: the output of a suite may be thousands of lines above. */
function showFailures() {
  for (const [name, found] of failures)
    for (const failure of found) console.log(`FAILED in ${name}: ${failure.replaceAll('\n', '\n    ')}\n`);
}

function showTable() {
  const width = Math.max(...ended.map(({ name }) => name.length), 'suite'.length);
  console.log(`${'suite'.padEnd(width)}  minutes  passed  failed`);
  for (const { name, seconds, passed, failed } of ended) {
    const minutes = (seconds / 60).toFixed(1).padStart(7);
    console.log(`${name.padEnd(width)}  ${minutes}  ${`${passed}`.padStart(6)}  ${`${failed}`.padStart(6)}`);
  }
}

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const schemas = process.env['EVENSTOCK_SCHEMAS'];
if (schemas !== undefined) process.env['EVENSTOCK_SCHEMAS'] = resolve(root, schemas);
const began = performance.now();
const progress = setInterval(showProgress, PROGRESS_MS);
try {
  await install();
  const suites = await suitesOf(isLong);
  const unknown = only.find((part) => !suites.some((suite) => isNamed(part, suite)));
  if (unknown !== undefined) {
    const names = suites.map(({ name }) => name).join(', ');
    throw new Problem(`There is no suite ${unknown}; --only takes one of ${names}.`);
  }
  await runPaired(suites);
  await repeatFailed();
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  ended.push({ name: 'before the suites', seconds: secondsSince(began), passed: 0, failed: 1 });
}
clearInterval(progress);
showFailures();
showTable();
console.log(`${(secondsSince(began) / 60).toFixed(1)} minutes in all\n`);
const sum = (/** @type {'passed' | 'failed'} */ what) =>
  ended.reduce((total, outcome) => total + outcome[what], 0);
for (const file of flaky) console.log(`FLAKY: ${file} failed, and passed when it was run again. Mend it.`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
