import { describe, expect, it } from 'vitest';
import { lastUnitsToSend } from './last-units.rules.ts';

describe('the last units that are sent', () => {
  it.each([
    [
      { marketplace_id: 7, units: 3 },
      { marketplace_id: 7, units: 3 },
    ],
    [{ marketplace_id: 7, units: 0 }, null],
    [{ marketplace_id: 7, units: null }, null],
    [{ units: 3 }, null],
  ])('of %j are %j', (entries, sent) => {
    expect(lastUnitsToSend(entries)).toEqual(sent);
  });
});
