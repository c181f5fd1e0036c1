import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* Comments and the names of tests use the field's words, so that any developer can read and search them. */

/** Words of the former dialect, with what to write instead. */
const refused: readonly (readonly [words: RegExp, instead: string])[] = [
  [
    /\bso (many|long|much)\b/i,
    'the number and its unit: "Maximum number of …", "… in milliseconds", "at most …"',
  ],
  [/\bof before\b/i, 'earlier, older, previous'],
  [/\bwhat of\b/i, 'the part that …, the subset of …'],
  [/\bas far as\b/i, 'if, the part that …, up to'],
  [/\bwhoever\b|\bfor who\b|\bwho brings\b/i, 'the person, caller or account, by its noun'],
  [/\b(tells?|told) of\b|\b(is|are|was|were) told\b/i, 'reports, notifies, is notified, the payload'],
  [/\bsays? so\b/i, 'what is shown, logged or answered'],
  [/\bovertak/i, 'priority, is served before, prevents an older write'],
  [/\bshel(f|ves)\b/i, 'variant stock, listing'],
  [/\bforgets?\b/i, 'deletes, clears, drops'],
  [/\b(go|goes|going|gone|went) on\b(?! sale)/i, 'continues, resumes, is retried'],
  [/\bstands?\b(?! in for| for)/i, 'is, is stored, has the state'],
  [/\bby (itself|themselves)\b/i, 'alone, separately, automatically'],
  [/\bbehind our back\b/i, 'at the marketplace directly'],
  [/\breckon|\bby chance\b/i, 'computes, expects; randomly'],
  [/\b(is|are) believed\b/i, 'is trusted, is accepted'],
  [/\bburied\b|\bheard of\b|\bcomes? round\b/i, 'exits, sends a heartbeat, is due'],
];

const root = join(import.meta.dirname, '..');
const workspaces = ['contract', 'connectors', 'sandbox', 'server', 'web', 'e2e', 'bench', 'scripts'];
const files = workspaces
  .flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => !/^(node_modules|dist.*|public)$/.test(entry.name))
      .flatMap((entry) =>
        entry.isFile()
          ? [join(folder, entry.name)]
          : readdirSync(join(root, folder, entry.name), { recursive: true, encoding: 'utf8' }).map((file) =>
              join(folder, entry.name, file),
            ),
      ),
  )
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(tables|words\.test)\.ts$/.test(file));

/** The comments of a source and the names of its tests, each with the number of its first line. */
function proseOf(source: string): (readonly [line: number, text: string])[] {
  const comments = /^[ \t]*\{?\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|[;,{(] \/\/ .*/gm;
  const names = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(?:(?!\1).)*\1|\)\(\s*(['"`])(?:(?!\2).)*\2/gm;
  return [...source.matchAll(comments), ...source.matchAll(names)].map((found) => [
    source.slice(0, found.index).split('\n').length,
    found[0].replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ').trim(),
  ]);
}

/** Where a file uses a refused word, and what to write instead. */
const dialectIn = (file: string): string[] =>
  proseOf(readFileSync(join(root, file), 'utf8')).flatMap(([line, text]) =>
    refused.flatMap(([words, instead]) => {
      const found = words.exec(text);
      return found === null ? [] : [`${file}:${line} “${found[0]}”: write ${instead}. ${text}`];
    }),
  );

describe('comments and names of tests', () => {
  it('use the words of the field', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap(dialectIn)).toEqual([]);
  });

  it('are found in each form', () => {
    const source = [
      '/** One\n * of before. */',
      'const a = 1; // Two of before.',
      '// Three\n// of before.',
      '      {/* Four of before. */}',
      "it('five of before', () => {});",
      "it.each([])('six of before', () => {});",
      'const b = "seven of before";',
    ].join('\n');
    const found = proseOf(source).filter(([, text]) => text.includes('of before'));
    expect(found.map(([line]) => line)).toEqual([1, 3, 4, 6, 7, 8]);
  });
});
