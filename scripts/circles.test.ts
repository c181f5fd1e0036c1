import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import configuration from '../.dependency-cruiser.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'evenstock-circles-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The names of the rules that sources violate, by the check's own configuration. */
async function violated(sources: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
  const { forbidden = [], options } = configuration;
  // The sources lie outside of the workspaces, whose compiler options say nothing about them.
  const { tsConfig: _, ...rest } = options ?? {};
  const { output } = await cruise([folder], { ...rest, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error('Expected the result as an object.');
  return output.summary.violations.map(({ rule }) => rule.name);
}

const uses = (kind: 'type ' | '', file: string) => `import ${kind}{ A } from './${file}';\n`;

it.each(['', 'type '] as const)(
  'two files that import each other by "import %s…" are refused',
  async (kind) => {
    const one = `${uses(kind, 'two.ts')}export interface B { a: A }\n`;
    const two = `${uses(kind, 'one.ts').replace('A', 'B')}export interface A { b: B }\n`;
    expect(new Set(await violated({ 'one.ts': one, 'two.ts': two }))).toEqual(new Set(['no-cycle']));
  },
);

it('a file that imports another is accepted', async () => {
  const one = `${uses('type ', 'two.ts')}export interface B { a: A }\n`;
  expect(await violated({ 'one.ts': one, 'two.ts': 'export interface A { b: string }\n' })).toEqual([]);
});
