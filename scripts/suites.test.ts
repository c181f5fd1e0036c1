import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEachPostgres, onlyLong } from './suites.mjs';

const root = join(import.meta.dirname, '..');

it('every folder of the server’s tests that runs on each PostgreSQL exists', () => {
  const files = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('server/src', name))
    .filter((name) => name.endsWith('.test.ts'));
  expect(onEachPostgres.filter((part) => !files.some((file) => file.startsWith(part)))).toEqual([]);
});

/** The files that vitest would run. */
function filesWithout(paths: readonly string[]): string[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1', EVENSTOCK_LEFT_OUT: paths.join(',') };
  const output = execFileSync(process.execPath, [vitest, 'list', '--filesOnly'], { cwd: root, env });
  return output
    .toString()
    .split('\n')
    .map((line) => line.replace(/^\[.*\] /, ''));
}

it('what is left to the long run is run there, and not by npm test', () => {
  const inShort = filesWithout(onlyLong);
  const inLong = filesWithout([]);
  expect(onlyLong.filter((path) => inShort.includes(path))).toEqual([]);
  expect(onlyLong.filter((path) => !inLong.includes(path))).toEqual([]);
  expect(inShort.filter((file) => file !== '').length).toBeGreaterThan(400);
});
