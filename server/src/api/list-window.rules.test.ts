import { describe, expect, it } from 'vitest';
import { listWindow } from './list-window.rules.ts';

const at = { now: new Date('2026-11-20T20:00:00Z'), zone: 'Asia/Singapore', unlimited: false };

describe('the window of a list', () => {
  it("is the last month of the store's own days unless asked otherwise", () => {
    expect(listWindow({ from: undefined, to: undefined }, at)).toEqual({
      from: new Date('2026-10-20T16:00:00Z'),
      before: null,
    });
  });

  it('includes the last day whole', () => {
    expect(listWindow({ from: '2026-11-01', to: '2026-11-02' }, at)).toEqual({
      from: new Date('2026-10-31T16:00:00Z'),
      before: new Date('2026-11-02T16:00:00Z'),
    });
  });

  it('ends a month at the last day asked for, and without a first day never goes further back than allowed', () => {
    expect(listWindow({ from: undefined, to: '2026-10-21' }, at)?.from).toEqual(
      new Date('2026-09-20T16:00:00Z'),
    );
    expect(listWindow({ from: undefined, to: '2026-09-01' }, at)?.from).toEqual(
      new Date('2026-08-20T16:00:00Z'),
    );
  });

  it('refuses what is older than three months, but not to platform admins', () => {
    const range = { from: '2026-08-20', to: undefined };
    expect(listWindow(range, at)).toBeNull();
    expect(listWindow({ ...range, from: '2026-08-21' }, at)).not.toBeNull();
    expect(listWindow(range, { ...at, unlimited: true })).not.toBeNull();
  });
});
