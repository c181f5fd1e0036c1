import { existsSync, readdirSync } from 'node:fs';
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

it('every test that is left to the long run exists', () => {
  expect(onlyLong.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
