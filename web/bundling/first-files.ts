import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * Shared chunks, from the outermost frame inwards. Each holds what its modules need and no earlier chunk holds, so that a list
 * loads few files and none of them contains code of other screens only.
 */
const files: readonly { readonly name: string; readonly of: readonly string[] }[] = [
  { name: 'start', of: ['src/main.tsx'] },
  { name: 'frame', of: ['src/app/signed-in.tsx', 'src/app/store-shell.tsx'] },
  { name: 'list', of: ['src/ui/lists/data-table.tsx', 'src/ui/pages/page-header.tsx'] },
  { name: 'orders', of: ['src/app/screens/orders-list.tsx'] },
];

/**
 * Builds once in memory to find the modules that each screen needs after tree shaking. Imports alone do not show it: a library's
 * index imports everything.
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

/** Returns a chunk with all chunks that it imports, directly and indirectly. */
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
