import { describe, expect, it } from 'vitest';
import { notice, type DatabaseIdentity, type Findings } from './notice.rules.ts';

const here: DatabaseIdentity = { systemIdentifier: '7001', timeline: 1, databaseOid: 5 };

const usual: Findings = {
  generation: 2,
  logGeneration: 2,
  recorded: here,
  current: here,
  keepsLog: true,
  keptLog: true,
  isLacking: false,
  isRemembered: true,
  hasCompany: false,
  isEmpty: false,
  isRequested: false,
};

const noticed = (differs: Partial<Findings>): string => {
  const found = notice({ ...usual, ...differs });
  return found.verdict === 'recover' ? found.reason : found.verdict;
};

describe('a database that', () => {
  it.each<[string, Partial<Findings>, string]>([
    ['has all that was committed agrees', {}, 'agrees'],
    ['lacks something went back', { isLacking: true }, 'lacking'],
    ['is of before the last recovery went back', { logGeneration: 3 }, 'older_generation'],
    ['kept a log which is gone went back', { logGeneration: null }, 'log_missing'],
    [
      'kept a log is joined by a process with a folder of its own',
      { logGeneration: null, hasCompany: true },
      'record',
    ],
    ['is another one with nothing lacking was moved', { current: { ...here, databaseOid: 6 } }, 'record'],
    [
      'is on another server with nothing lacking was moved',
      { current: { ...here, systemIdentifier: '7002' } },
      'record',
    ],
    [
      'is on a new timeline with nothing lacking failed over without loss',
      { current: { ...here, timeline: 2 } },
      'record',
    ],
    [
      'is another one of which nothing is known outside is taken for a backup',
      { current: { ...here, databaseOid: 6 }, keepsLog: false, logGeneration: null, isRemembered: false },
      'moved_without_log',
    ],
    ['is said to be restored is recovered', { isRequested: true }, 'requested'],
    [
      'has no store yet begins, whatever the folder holds',
      { isEmpty: true, recorded: null, isLacking: true },
      'begin',
    ],
    ['was never looked at is recorded', { recorded: null, keptLog: false, logGeneration: null }, 'record'],
  ])('%s', (_what, differs, expected) => {
    expect(noticed(differs)).toBe(expected);
  });
});
