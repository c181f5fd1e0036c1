import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

interface Part {
  /** The file that asks for the part, below node_modules. */
  readonly of: string;
  /** What it asks for, as it says it. */
  readonly asks: string;
}

/**
 * What libraries bring along and no screen uses. A screen that begins to use one of these fails in its journey, with the name of
 * the part: then it is removed from this list, and costs what it weighs.
 */
const parts: readonly Part[] = [
  // Lists have a pager of their own, filters above the table, and choose many rows.
  { of: 'antd/es/table/InternalTable.js', asks: '../pagination' },
  { of: 'antd/es/table/InternalTable.js', asks: './RcTable/VirtualTable' },
  { of: 'antd/es/table/hooks/useFilter/index.js', asks: './FilterDropdown' },
  { of: 'antd/es/table/hooks/useSelection.js', asks: '../../radio' },
  // What hangs on a component: `Input.OTP`.
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
  // No schema is written down as JSON Schema in the browser.
  { of: 'zod/v4/classic/schemas.js', asks: '../core/json-schema-processors.js' },
  { of: 'zod/v4/classic/schemas.js', asks: '../core/to-json-schema.js' },
];

const mark = '?left-out';

/** The module that stands for a part: all that it exports may be handed around, and says its name when it is called. */
function stub(name: string, source: string): string {
  const named = [...source.matchAll(/^export (?:const|let|function|class) (\w+)/gm)].map(([, one]) => one);
  const words = JSON.stringify(`Left out of the build: ${name}. See web/bundling/left-out.ts.`);
  return [
    `function leftOut() { throw new Error(${words}); }`,
    'export default leftOut;',
    ...named.map((one) => `export { leftOut as ${one} };`),
  ].join('\n');
}

/** Leaves `parts` out of the build; fails where a library no longer asks for one of them. */
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
