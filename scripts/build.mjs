// npm run build: the programs' sources to JavaScript, file by file, and the web. Types are what `npm run check` looks at.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, root, run, tool } from './steps.mjs';

const programs = ['contract', 'connectors', 'sandbox', 'server'];

/** @param {string} folder */
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    : [];

/** Tests and what only they use are no part of a program. */
const isProduct = (/** @type {string} */ file) =>
  file.endsWith('.ts') && !/\.(?:test|d)\.ts$|\/testing\//.test(file);

/** Writes `dist` of every program anew, and removes what no longer has a source. */
export async function buildPrograms() {
  const { default: ts } = await import('typescript');
  const settings = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(settings.config.compilerOptions, root);
  for (const program of programs) {
    const source = join(root, program, 'src');
    const target = join(root, program, 'dist');
    /** @type {Set<string>} */
    const written = new Set();
    for (const file of filesIn(source).filter(isProduct)) {
      const out = join(target, relative(source, file)).replace(/\.ts$/, '.js');
      const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
        fileName: file,
        compilerOptions: {
          ...options,
          module: ts.ModuleKind.ESNext,
          moduleResolution: ts.ModuleResolutionKind.Bundler,
          declaration: false,
          emitDeclarationOnly: false,
          composite: false,
          incremental: false,
        },
      });
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, outputText);
      written.add(out);
    }
    for (const file of filesIn(target)) {
      if (/\.js(\.map)?$/.test(file) && !written.has(file)) rmSync(file);
    }
  }
}

/** Builds the web into web/dist. */
export async function buildWeb() {
  const { code, output } = await run(
    'Building the web',
    ...tool('vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'),
    // A caller's own (a test run's) would build React for development, with effects that run twice.
    { env: { NODE_ENV: 'production' } },
  );
  if (code !== 0)
    throw new Problem(
      `${output.trim().split('\n').slice(-15).join('\n')}\n\nThe web could not be built; the lines above say where.`,
    );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildPrograms();
  await buildWeb();
}
