import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const workspaces = ['contract', 'connectors', 'sandbox', 'server', 'web', 'e2e', 'bench', 'scripts'];
const MOST_FILES = 35;

const isLeftOut = (path: string): boolean => /(^|\/)(node_modules|dist|dist-types|public)\//.test(path);
const isTest = (path: string): boolean => /\.(test|fixture)\.\w+$/.test(path);

/** Sources by their paths from the root, with their texts. */
type Sources = ReadonlyMap<string, string>;

const sources: Sources = new Map(
  workspaces
    .flatMap((workspace) =>
      readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${workspace}/${path}`,
      ),
    )
    .filter((path) => /\.(ts|tsx|mts|mjs|css)$/.test(path) && !isLeftOut(path) && !isTest(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const folders = [...new Set([...sources.keys()].map((path) => dirname(path)))].toSorted();

/** The rooms that each room of a folder imports from. The files outside of all rooms count as one. */
function roomsUsed(folder: string, within: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const roomOf = (path: string): string => {
    const inside = relative(folder, path);
    return inside.includes('/') ? (inside.split('/')[0] ?? '') : '.';
  };
  const used = new Map<string, Set<string>>();
  for (const [path, text] of within) {
    if (!path.startsWith(`${folder}/`)) continue;
    const room = roomOf(path);
    const others = used.get(room) ?? new Set();
    used.set(room, others);
    for (const [, written = ''] of text.matchAll(/['"](\.{1,2}\/[^'"\n]+)['"]/g)) {
      const target = posix.join(posix.dirname(path), written);
      if (within.has(target) && target.startsWith(`${folder}/`) && roomOf(target) !== room)
        others.add(roomOf(target));
    }
  }
  return used;
}

/** Rooms that reach themselves through others. */
function roomsInCircles(folder: string, within: Sources): string[] {
  const used = roomsUsed(folder, within);
  const reached = (room: string, known = new Set<string>()): Set<string> => {
    for (const next of used.get(room) ?? []) {
      if (known.has(next)) continue;
      known.add(next);
      reached(next, known);
    }
    return known;
  };
  return [...used.keys()].filter((room) => reached(room).has(room)).toSorted();
}

describe('rooms of a folder', () => {
  const one = ['a/high/x.ts', "import { y } from '../low/y.ts';"] as const;

  it('that import each other are a circle, also by way of a third', () => {
    const direct = new Map([one, ['a/low/y.ts', "import type { X } from '../high/x.ts';"]]);
    expect(roomsInCircles('a', direct)).toEqual(['high', 'low']);
    const third = new Map([one, ['a/low/y.ts', "import '../z.ts';"], ['a/z.ts', "import './high/x.ts';"]]);
    expect(roomsInCircles('a', third)).toEqual(['.', 'high', 'low']);
  });

  it('of which one imports the other are none', () => {
    expect(roomsInCircles('a', new Map([one, ['a/low/y.ts', "import '../low/z.ts';"]]))).toEqual([]);
  });
});

// What a module or a general folder is made of; a rung of a ladder is held by the lint.
const divided = folders
  .flatMap((folder) => [folder, dirname(folder)])
  .filter(
    (folder, place, all) =>
      folders.some((other) => dirname(other) === folder) && all.indexOf(folder) === place,
  )
  .filter((folder) =>
    /^(contract\/src(\/messages)?|sandbox\/src\/[^/]+|server\/src\/(platform|modules\/[^/]+)|web\/src\/(ui|modules\/[^/]+))$/.test(
      folder,
    ),
  );

it.each(divided)('the rooms of %s form no circle', (folder) => {
  expect(roomsInCircles(folder, sources)).toEqual([]);
});

it('folders that are divided are found', () => {
  expect(divided).toEqual(
    expect.arrayContaining(['contract/src', 'server/src/platform', 'server/src/modules/stock', 'web/src/ui']),
  );
});

it('a room holds no rooms, as the lint tells a room by its depth', () => {
  const deeper = folders.filter((folder) =>
    /^(server\/src\/(platform|modules\/[^/]+)|web\/src\/(i18n|api|ui|modules\/[^/]+))\/[^/]+\/./.test(folder),
  );
  expect(deeper).toEqual([]);
});

it('every file of the modules is in the folder of one', () => {
  const beside = [...sources.keys()].filter((path) => /^(server|web)\/src\/modules\/[^/]+$/.test(path));
  expect(beside).toEqual([]);
});

it(`a folder holds at most ${String(MOST_FILES)} sources that are no tests`, () => {
  const counts = folders.map((folder) => ({
    folder,
    files: [...sources.keys()].filter((path) => dirname(path) === folder).length,
  }));
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.filter(({ files }) => files > MOST_FILES)).toEqual([]);
});
