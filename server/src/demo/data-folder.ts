import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../configuration.ts';
import { startCluster } from '../platform/postgres/postgres-launcher.ts';
import { isAlive, postmasterPid } from '../platform/postgres/postgres-processes.ts';
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

const clusterOf = (folder: string): string => {
  const where = join(folder, 'where');
  return existsSync(where) ? readFileSync(where, 'utf8').trim() : join(folder, 'postgres');
};

/**
 * Renames a data folder, so that the demo begins with a new one and the old one is kept.
 * @returns the new name; null where there was no folder
 * @throws StartProblem while another program uses it
 */
export async function setAside(folder: string, day: string): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const pid = postmasterPid(clusterOf(folder));
  if (pid !== null && isAlive(pid)) {
    // A killed program left it running; that of a running program is not taken over.
    const left = await startCluster({ dataFolder: folder });
    await left.stop();
  }
  let suffix = `before-${day}`;
  for (let number = 2; existsSync(`${folder}-${suffix}`); number += 1)
    suffix = `before-${day}-${String(number)}`;
  const kept = `${folder}-${suffix}`;
  const cluster = clusterOf(folder);
  renameSync(folder, kept);
  // PostgreSQL's files may be elsewhere, under a name that follows from the data folder's: the new one would find them.
  const where = join(kept, 'where');
  if (existsSync(where)) {
    renameSync(cluster, `${cluster}-${suffix}`);
    writeFileSync(where, `${cluster}-${suffix}\n`);
  }
  return kept;
}
