import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Of each script file, how many characters before minification each package has in it. */
export type PackageReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

const packageOf = (id: string): string =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ??
  /\/(web|contract)\/src\//.exec(id)?.[1] ??
  'build';

/** Writes a `PackageReport` to `file`, which is not served. */
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

/** Beside the build: the file of the report. */
export const packageReportFile = join(import.meta.dirname, '..', '.vite', 'packages.json');
