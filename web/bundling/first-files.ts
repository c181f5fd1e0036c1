import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * Files that screens share, from the outermost frame inwards: each holds what these modules need and no file before it holds.
 * So a list loads few files, and none of them brings what only other screens use.
 */
const files: readonly { readonly name: string; readonly of: readonly string[] }[] = [
  { name: 'start', of: ['src/main.tsx'] },
  { name: 'frame', of: ['src/app/signed-in.tsx', 'src/app/store-shell.tsx'] },
  { name: 'list', of: ['src/ui/data-table.tsx', 'src/ui/page-header.tsx'] },
  { name: 'orders', of: ['src/app/screens/orders-list.tsx'] },
];

/**
 * Builds once without writing anything, which tells what each screen needs after all that is unused has gone: a library's index
 * names everything.
 * @param config the build, without groups. @returns the name of the shared file of a module, or null
 */
export async function firstFiles(root: string, config: InlineConfig): Promise<(id: string) => string | null> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, sourcemap: false },
  });
  if (!('output' in result)) throw new Error('The first build has no output.');
  const chunks = new Map(
    result.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  );
  const placed = new Map<string, string>();
  for (const { name, of } of files) {
    for (const module of of) {
      const id = `${root}/${module}`;
      const first = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
      if (first === undefined) throw new Error(`${module} is in no file of the first build.`);
      for (const chunk of needed(first, chunks))
        for (const one of chunk.moduleIds) if (!placed.has(one)) placed.set(one, name);
    }
  }
  return (id) => placed.get(id) ?? null;
}

/** A chunk with those that it imports, and those that they import. */
function needed(
  first: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): ReadonlySet<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>([first]);
  for (const chunk of found)
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported !== undefined) found.add(imported);
    }
  return found;
}
