import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

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
