import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Person } from './api.ts';
import { statement } from './database.ts';
import { freePorts } from '../scripts/ports.mjs';
import { longestWait } from './longest-wait.ts';
import { finished, kill, says, start, stop } from './programs.ts';

const { postgres } = inject('addresses');

/** An installation beside the demo, with its own database, files and settings, and no marketplaces but the given ones. */
export interface Installation {
  readonly web: string;
  /** The name of its database. */
  readonly database: string;
  /** Runs one of its commands as an operator does; returns the output. */
  command(name: 'expire-password' | 'announce', ...parameters: readonly string[]): Promise<string>;
  /** Makes an account with a platform role. */
  makeAdmin(email: string): Promise<Person>;
  /** kill -9 in the middle of whatever it does, and a new start. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an installation with these settings in addition to the required ones. */
export async function startInstallation(settings: Readonly<Record<string, string>>): Promise<Installation> {
  const database = `installation_${randomUUID().replaceAll('-', '')}`;
  await statement(`create database ${database}`);
  const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-installation-'));
  const port = await freePorts(1);
  const web = `http://localhost:${port}`;
  const env = {
    ...settings,
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://evenstock@localhost/${database}?host=${encodeURIComponent(postgres)}`,
    EVENSTOCK_DATA_DIR: dataFolder,
    PORT: String(port),
    EVENSTOCK_URL: web,
    EVENSTOCK_SECRET: '5'.repeat(64),
    // The mails of this installation are not read.
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const begin = async () => {
    const started = start('server/dist/main.js', ['all'], env);
    await says(started, 'Evenstock runs', longestWait);
    return started;
  };
  let program = await begin();
  const run = (name: string, ...parameters: readonly string[]) =>
    finished(start(`server/dist/commands/${name}.js`, parameters, env));
  return {
    web,
    database,
    command: run,
    async makeAdmin(email) {
      const said = await run('grant', email);
      return { email, password: /shown only here: (\S+)/.exec(said)?.[1] ?? '' };
    },
    async crash() {
      await kill(program);
      program = await begin();
    },
    async stop() {
      await stop(program);
      await statement(`drop database ${database} with (force)`);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
