import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { fullDisk } from './full-disk.ts';

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code });

it('is recognised in an error of PostgreSQL or the system, however deep', () => {
  expect(fullDisk(failure('53100'), null)?.message).toBe(
    'A disk is full, perhaps that of the database. Free some space, then start again.',
  );
  expect(fullDisk(new Error('it failed', { cause: failure('ENOSPC') }), null)).not.toBeNull();
  expect(fullDisk(failure('ECONNREFUSED'), null)).toBeNull();
  expect(fullDisk('gone', null)).toBeNull();
});

it('is named with its folder where the server only vanished', () => {
  const vanished = new Error('Connection terminated unexpectedly');
  expect(fullDisk(vanished, tmpdir(), Number.MAX_SAFE_INTEGER)?.message).toContain(
    `The disk of ${tmpdir()} is full.`,
  );
  expect(fullDisk(vanished, tmpdir(), 0)).toBeNull();
  expect(fullDisk(vanished, '/no/such/folder')).toBeNull();
});
