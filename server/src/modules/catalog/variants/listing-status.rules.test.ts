import { describe, expect, it } from 'vitest';
import { overallStateOf, readsActive, stateOfListing, trackStateOf } from './listing-status.rules.ts';

describe('the status of a listing', () => {
  it('is live only where the listing and its item are normal', () => {
    expect(stateOfListing('normal', 'normal')).toBe('live');
    expect(stateOfListing('normal', 'delisted')).toBe('inactive');
    expect(stateOfListing('unknown')).toBe('inactive');
    expect(stateOfListing('normal', 'deleted')).toBe('deleted');
  });

  it('is Active over all only when every status allows it', () => {
    const live = { status: 'normal', state: 'live', deletedAt: null } as const;
    expect(overallStateOf(live, live, 'active')).toBe('Active');
    expect(overallStateOf(live, { ...live, status: 'rejected', state: 'inactive' }, 'active')).toBe(
      'Inactive',
    );
    expect(overallStateOf({ ...live, deletedAt: new Date(0) }, null, 'active')).toBe('Inactive');
    expect(overallStateOf(live, live, 'inactive')).toBe('Inactive');
    expect(trackStateOf('verified')).toBe('active');
    expect(trackStateOf('unverified')).toBe('inactive');
  });

  it.each([
    'BANNED',
    'S1',
    'S3',
    'S4',
    'S5',
    'inactive',
    'delisted',
    '-1',
    'disabled',
    'FAILED',
    'DRAFT',
    'PENDING',
  ])('reads %s as Inactive', (word) => {
    expect(readsActive(word, null)).toBe(false);
  });

  it.each(['deactivated', 'FREEZE', 'Suspended', 'never heard of'])('reads %s as Inactive', (word) => {
    expect(readsActive(word, null)).toBe(false);
  });

  it.each(['NORMAL', 'approved', 'Active', 'BUYABLE', 'live', 'enabled', 'ACTIVATE', 'S2', '1', '4', null])(
    'reads %s as on sale, but not once it is deleted',
    (word) => {
      expect(readsActive(word, null)).toBe(true);
      expect(readsActive(word, new Date(0))).toBe(false);
    },
  );
});
