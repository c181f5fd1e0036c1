import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { firstFiles } from './bundling/first-files.ts';
import { leftOut } from './bundling/left-out.ts';
import { packageReport, packageReportFile } from './bundling/package-report.ts';
import { themeCss } from './src/ui/theme/tokens.ts';

const api = process.env['EVENSTOCK_API'] ?? 'http://localhost:3000';
const tokensModule = 'virtual:tokens.css';

/** The colours of `src/ui/theme/tokens.ts` as custom properties, so that style sheets and Ant Design share one source. */
function tokensAsCss(): Plugin {
  return {
    name: 'evenstock-tokens',
    resolveId: (id) => (id === tokensModule ? `\0${tokensModule}` : null),
    load: (id) => (id === `\0${tokensModule}` ? themeCss() : null),
  };
}

/** React Router's package resolves to its development build in every bundler; this picks the production build beside it. */
function productionRouter(): Plugin {
  return {
    name: 'evenstock-production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== 'react-router' && source !== 'react-router/dom') return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  };
}

const compressible = /\.(js|css|svg)$/;

/** Precompressed copies of the files at the highest level, which the server sends unchanged. */
function compressedCopies(): Plugin {
  return {
    name: 'evenstock-compressed-copies',
    apply: 'build',
    // Reads the written files, because Vite still changes the bundle until then.
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => compressible.test(name))) {
        const file = join(dir, fileName);
        const source = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(source));
        await writeFile(`${file}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

const root = import.meta.dirname;

const common = (): UserConfig => ({
  root,
  plugins: [react(), tokensAsCss(), productionRouter(), leftOut()],
  resolve: {
    // The contract is resolved to its sources, and both must share one zod.
    conditions: ['source', ...defaultClientConditions],
    dedupe: ['zod', 'react', 'react-dom', 'react-router'],
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: 'hidden',
    // Fonts and pictures stay files, because the content security policy allows no data: addresses for them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      treeshake: {
        // These packages have no side effects but do not declare it; otherwise one used function would bundle the whole package.
        moduleSideEffects: [{ test: /node_modules\/@rc-component\/|\/contract\/src\//, sideEffects: false }],
        // Calls of these functions are pure, so schemas and endpoints that a screen does not use are removed.
        manualPureFunctions: ['z', 'endpoint', 'fault', 'saidMessage'],
      },
    },
  },
  server: { proxy: { '/api': api, '/files': api, '/dev': api } },
});

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return common();
  const groups = [
    {
      name: await firstFiles(root, common()),
      debugName: 'first files',
      includeDependenciesRecursively: false,
    },
  ];
  return mergeConfig(common(), {
    plugins: [compressedCopies(), packageReport(packageReportFile)],
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  });
});
