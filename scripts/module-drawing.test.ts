import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ladder } from './ladder.mjs';

const root = join(import.meta.dirname, '..');

/** The modules that a module's files import from. */
function usedBy(module: string): ReadonlySet<string> {
  const folder = join(root, 'server/src/modules', module);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const imports = files.flatMap((file) => {
    const out = file.includes('/') ? /from '\.\.\/\.\.\/([a-z]+)\//g : /from '\.\.\/([a-z]+)\//g;
    return [...readFileSync(join(folder, file), 'utf8').matchAll(out)];
  });
  return new Set(imports.flatMap(([, used]) => (used === undefined || used === module ? [] : [used])));
}

const uses = new Map(ladder.map((module) => [module, usedBy(module)]));

/** Every module that a module reaches through others or itself. */
function reached(module: string): ReadonlySet<string> {
  const direct = [...(uses.get(module) ?? [])];
  return new Set(direct.flatMap((used) => [used, ...reached(used)]));
}

/** Arrows that no longer way through other modules stands for. */
function arrows(module: string): string[] {
  const direct = [...(uses.get(module) ?? [])];
  return direct
    .filter((used) => !direct.some((other) => other !== used && reached(other).has(used)))
    .map((used) => `  ${module} --> ${used}`);
}

it('the drawing in CONTRIBUTING.md shows the modules as they import each other', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, drawing = ''] = /```mermaid\nflowchart TD\n([^`]*)```/.exec(page) ?? [];
  const drawn = drawing.split('\n').filter((line) => line.includes('-->'));
  expect(drawn.toSorted()).toEqual(ladder.flatMap(arrows).toSorted());
});
