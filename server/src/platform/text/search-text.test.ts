import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { rareParts } from './rare-parts.rules.ts';
import { holdsPart, isFound } from './search-text.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function shortParts(text: string): Promise<Set<string>> {
  const { rows } = await sql<{ parts: string[] }>`select short_parts(${text}) as parts`.execute(database.db);
  return new Set(rows[0]?.parts);
}

/** Each character and each pair of neighbours, in lower case. */
function expectedParts(text: string): Set<string> {
  const characters = Array.from(text.toLowerCase());
  const pairs = characters.slice(1).map((next, place) => `${characters[place] ?? ''}${next}`);
  return new Set([...characters, ...pairs]);
}

it.each(['', 'a', 'Éclair, rouge', '王小明', 'a\nb\n', '{"},\\ %_', 'NULL', 'aaaa'])(
  'the short parts of a text are its characters and pairs of them: %j',
  async (text) => {
    expect(await shortParts(text)).toEqual(expectedParts(text));
  },
);

it('of any text', async () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('aB1 -_%\\{}",\n王小é😀')) });
  await fc.assert(
    fc.asyncProperty(letters, async (text) => {
      expect(await shortParts(text)).toEqual(expectedParts(text));
    }),
  );
});

it('what an index is read for is in each text that contains the whole', async () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('aB1 -_%\\王é')), maxLength: 8 });
  const cases = fc.tuple(
    letters.filter((text) => text !== ''),
    letters,
    letters,
    fc.array(letters, { maxLength: 9 }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([text, before, after, sample]) => {
      const lowered = (before + text + after).toLowerCase();
      const { pattern } = rareParts(
        text.toLowerCase(),
        sample.map((one) => one.toLowerCase()),
      );
      for (const other of [lowered, before.toLowerCase(), after.toLowerCase()]) {
        const column = sql`${other}::text`;
        const { rows } = await sql<{ found: boolean; holds: boolean }>`
          select ${isFound(column, text, pattern)} as found, ${holdsPart(column, text)} as holds`.execute(
          database.db,
        );
        expect(rows[0]?.found).toBe(rows[0]?.holds);
      }
    }),
    { numRuns: 200 },
  );
});
