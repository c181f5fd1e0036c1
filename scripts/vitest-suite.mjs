import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root, run } from './steps.mjs';

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: Assertion[] }} FileResult */

/**
 * A run of projects of vitest.config.ts.
 * @param {readonly string[]} projects
 * @param {{ files?: readonly string[], without?: readonly string[], env: Record<string, string>, node?: string | undefined }} how
 *   `files` are parts of the paths of those to run; `without` are the paths of those to leave out; `node` is another program than
 *   this one
 * @returns {(files?: readonly string[]) => Promise<import('./suites.mjs').Outcome>} `files` in place of those of `how`
 */
export const vitest = (projects, how) => async (files) => {
  const leftOut = files === undefined ? (how.without ?? []).join(',') : '';
  const env = { ...how.env, EVENSTOCK_LEFT_OUT: leftOut };
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-report-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    ...(files ?? how.files ?? []),
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  try {
    const { code, output } = await run(
      null,
      how.node ?? process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
      { env: process.stdout.isTTY ? env : { NO_COLOR: '1', ...env } },
    );
    return outcomeOf(report, code, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * @param {string} report
 * @param {number} code
 * @param {string} output
 * @returns {import('./suites.mjs').Outcome}
 */
function outcomeOf(report, code, output) {
  const whole = (/** @type {string} */ line) => `${output.trimEnd()}\n${line}`;
  if (!existsSync(report)) {
    return {
      passed: 0,
      failed: 1,
      failedFiles: [],
      failures: [`code ${code}, and no report:\n${lastLinesOf(output)}`],
      notRun: [],
      output: whole(`FAILED: code ${code}, and no report`),
    };
  }
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that failed as a whole: it could not be read, or a hook of it threw.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = tests.filter(({ status }) => status === 'failed').length + broken;
  const isErrorOutside = code !== 0 && failed === 0;
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: isErrorOutside ? 1 : failed,
    failedFiles: isErrorOutside
      ? []
      : testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
    failures: isErrorOutside
      ? [`code ${code}; an error outside the tests:\n${lastLinesOf(output)}`]
      : testResults.flatMap(failuresOf),
    output: whole(
      isErrorOutside ? `FAILED: code ${code}; an error outside the tests, above` : slowestOf(testResults),
    ),
    notRun: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  };
}

const SHOWN_LINES = 6;
const SLOWEST_FILES = 12;

/**
 * The files that took longest, in seconds, and all files together.
 * @param {readonly FileResult[]} results
 */
function slowestOf(results) {
  const seconds = results
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      took: (endTime - startTime) / 1000,
    }))
    .toSorted((one, other) => other.took - one.took);
  const all = seconds.reduce((sum, { took }) => sum + took, 0);
  const lines = seconds
    .slice(0, SLOWEST_FILES)
    .map(({ file, took }) => `${took.toFixed(0).padStart(6)} s ${file}`);
  return [`Slowest of ${results.length} files, which took ${all.toFixed(0)} s:`, ...lines].join('\n');
}

/** @param {string} output */
const lastLinesOf = (output) => output.trim().split('\n').slice(-SHOWN_LINES).join('\n');

/** @param {string} message */
const firstLinesOf = (message) =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('    at '))
    .slice(0, SHOWN_LINES)
    .join('\n');

/**
 * Each failed test of a file with the beginning of its message; the file itself where none of its tests is to blame.
 * @param {FileResult} result
 */
function failuresOf({ name, status, message, assertionResults }) {
  if (status !== 'failed') return [];
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [`${file}\n${firstLinesOf(message)}`];
  return failed.map(
    ({ fullName, failureMessages = [] }) =>
      `${file}: ${fullName}\n${firstLinesOf(failureMessages.join('\n'))}`,
  );
}
