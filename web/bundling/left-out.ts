import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

interface Part {
  /** The importing file, relative to node_modules. */
  readonly of: string;
  /** The import specifier, as the file writes it. */
  readonly asks: string;
}

/**
 * Parts of libraries that no screen uses. When a screen begins to use one, its journey fails with the name of the part: remove
 * the part from this list and accept its size.
 */
const parts: readonly Part[] = [
  // Our lists have their own pager, have their filters above the table, and select with checkboxes.
  { of: 'antd/es/table/InternalTable.js', asks: '../pagination' },
  { of: 'antd/es/table/InternalTable.js', asks: './RcTable/VirtualTable' },
  { of: 'antd/es/table/hooks/useFilter/index.js', asks: './FilterDropdown' },
  { of: 'antd/es/table/hooks/useSelection.js', asks: '../../radio' },
  // These are properties of a component, such as `Input.OTP`.
  { of: 'antd/es/input/index.js', asks: './Group' },
  { of: 'antd/es/input/index.js', asks: './OTP' },
  { of: 'antd/es/input/index.js', asks: './Search' },
  { of: 'antd/es/dropdown/index.js', asks: './dropdown-button' },
  { of: 'antd/es/badge/index.js', asks: './Ribbon' },
  { of: 'antd/es/skeleton/Skeleton.js', asks: './Avatar' },
  { of: 'antd/es/skeleton/Skeleton.js', asks: './Button' },
  { of: 'antd/es/skeleton/Skeleton.js', asks: './Image' },
  { of: 'antd/es/skeleton/Skeleton.js', asks: './Input' },
  { of: 'antd/es/skeleton/Skeleton.js', asks: './Node' },
  // The browser never converts schemas to JSON Schema.
  { of: 'zod/v4/classic/schemas.js', asks: '../core/json-schema-processors.js' },
  { of: 'zod/v4/classic/schemas.js', asks: '../core/to-json-schema.js' },
];

const mark = '?left-out';

/** The replacement module of a part. Its exports may be passed around; calling one throws an error with the name of the part. */
function stub(name: string, source: string): string {
  const named = [...source.matchAll(/^export (?:const|let|function|class) (\w+)/gm)].map(([, one]) => one);
  const words = JSON.stringify(`Left out of the build: ${name}. See web/bundling/left-out.ts.`);
  return [
    `function leftOut() { throw new Error(${words}); }`,
    'export default leftOut;',
    ...named.map((one) => `export { leftOut as ${one} };`),
  ].join('\n');
}

/** Leaves `parts` out of the build. Fails if a library no longer imports one of them. */
export function leftOut(): Plugin {
  const met = new Set<Part>();
  return {
    name: 'evenstock-left-out',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const part = parts.find(({ of, asks }) => asks === source && importer?.endsWith(`/node_modules/${of}`));
      if (part === undefined) return null;
      met.add(part);
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && found.id + mark;
    },
    async load(id) {
      if (!id.endsWith(mark)) return null;
      const file = id.slice(0, -mark.length);
      return stub(file.replace(/.*\/node_modules\//, ''), await readFile(file, 'utf8'));
    },
    buildEnd(error) {
      const missing = parts.filter((part) => !met.has(part));
      if (error === undefined && missing.length > 0)
        this.error(`Not met while building: ${missing.map(({ of, asks }) => `${asks} of ${of}`).join(', ')}`);
    },
  };
}
