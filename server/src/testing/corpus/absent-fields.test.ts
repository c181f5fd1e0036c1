import { channelKinds } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { playAbsences, type Absence } from './cross-fields.ts';

/** What the absence of a field means by the vendor's own document. */
const documented: readonly RegExp[] = [
  // tokopedia.md 3.1: numbers that are zero are left out.
  /^product\/info \/stock\/value /,
  // qoo10.md 4.3: a row from elsewhere has no fee.
  /^ShippingBasic\.GetShippingInfo_v2 \/ShippingRate /,
];

/** Why the absence was read as something; null: nothing was concluded from it. */
function concludedFrom({ played }: Absence): string | null {
  if (typeof played === 'string') return played.startsWith('The patch touches nothing') ? null : played;
  if ('aside' in played) return null;
  if ('lost' in played) return `the whole call is lost: ${played.lost}`;
  if (!('changes' in played)) return null;
  const { changes } = played;
  // The rank of a state is of its name. A total is the sum of the amounts that are there.
  const isLess = Object.entries(changes).some(
    ([path, value]) => path.startsWith('amounts.') && value === null,
  );
  const expected = new Set(['stateRank', ...(isLess ? ['amounts.total'] : [])]);
  const [first] = Object.entries(changes).filter(
    ([path, value]) => typeof value === 'number' && !expected.has(path),
  );
  return first === undefined ? null : `${first[0]} becomes ${JSON.stringify(first[1])}`;
}

describe('a field that an answer lacks', () => {
  it.each(channelKinds)(
    'is no number at %s, and costs its own record alone',
    { timeout: 120_000 },
    async (channel) => {
      const absences = await playAbsences(channel);
      expect(absences.length).toBeGreaterThan(20);
      const concluded = absences.flatMap((absence) => {
        const why = documented.some((form) => form.test(absence.about)) ? null : concludedFrom(absence);
        return why === null ? [] : [`${absence.about}: ${why}`];
      });
      expect(concluded).toEqual([]);
    },
  );
});
