import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../configuration.ts';
import { StartProblem } from '../platform/process/start-problem.ts';

/**
 * Makes the demo's data folder if it is not there.
 * @throws StartProblem where nothing can be written
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // A read-only disk is only noticed when something is written.
    writeFileSync(join(folder, '.writable'), '');
  } catch {
    throw new StartProblem(
      `The data folder ${folder} cannot be written. Make it writable for this user, or name another with EVENSTOCK_DATA_DIR.`,
    );
  }
}

/** The secret of this demo installation, generated at its first start. */
export function demoSecret(folder: string): Buffer {
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, newSecret(), { mode: 0o600 });
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
