import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** For each script file, the number of characters of each package before minification. */
export type PackageReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

const packageOf = (id: string): string =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ??
  /\/(web|contract)\/src\//.exec(id)?.[1] ??
  'build';

/** Writes a `PackageReport` to `file`, outside the served folder. */
export function packageReport(file: string): Plugin {
  return {
    name: 'evenstock-package-report',
    apply: 'build',
    async writeBundle(_options, bundle) {
      const report: Record<string, Record<string, number>> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const lengths: Record<string, number> = {};
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const name = packageOf(id);
          lengths[name] = (lengths[name] ?? 0) + renderedLength;
        }
        report[chunk.fileName] = lengths;
      }
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(report));
    },
  };
}

/** Path of the report, next to the build folder. */
export const packageReportFile = join(import.meta.dirname, '..', '.vite', 'packages.json');
