import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from './steps.mjs';

const VERSION = '24.21.0';

/**
 * Node 24, installed beside the Node that runs this, for `npm run test:long` alone.
 * @returns {Promise<{ program: string } | { missing: string }>} the path of its program, or why there is none
 */
export async function node24() {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules', '.evenstock', `node-${VERSION}`);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return { program };
  const { code } = await runNpm('Installing Node 24', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `${name}@${VERSION}`,
  ]);
  return code === 0 && existsSync(program)
    ? { program }
    : { missing: `the package registry has no ${name}@${VERSION}` };
}
