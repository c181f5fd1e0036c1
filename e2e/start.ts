import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePorts } from '../scripts/ports.mjs';
import { build } from '../scripts/steps.mjs';
import { sandboxPorts, says, start, stop } from './programs.ts';

/*
 * Runs once for all journeys: builds what has changed and starts the demo (program, sandbox, PostgreSQL) on free ports with
 * its own folder.
 */

export interface Addresses {
  readonly web: string;
  /** The sandbox's seller centre and control API. */
  readonly sandbox: string;
  /** The folder of the socket at which the demo's PostgreSQL answers. */
  readonly postgres: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly addresses: Addresses;
  }
}

const startLimit = 240_000;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await build();
  const port = await freePorts(1);
  const sandboxPort = await freePorts(sandboxPorts);
  const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-e2e-'));
  // PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dataFolder, 0o711);
  const program = start('server/dist/demo/demo.js', [], {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    EVENSTOCK_DATA_DIR: join(dataFolder, 'data'),
    // Journeys without notices wait for a poll.
    EVENSTOCK_WEBHOOK_HOSTS: '127.0.0.1',
    EVENSTOCK_ORDER_POLL_SECONDS: '10',
    EVENSTOCK_LISTING_POLL_SECONDS: '30',
  });
  const web = `http://localhost:${port}`;
  try {
    await says(program, web, startLimit);
  } catch (error) {
    await stop(program);
    throw error;
  }
  project.provide('addresses', {
    web,
    sandbox: `http://localhost:${sandboxPort}`,
    postgres: socketFolder(join(dataFolder, 'data')),
  });
  return async () => {
    await stop(program);
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

/** The address of a data folder's cluster; `where` overrides its folder. */
function socketFolder(dataFolder: string): string {
  const where = join(dataFolder, 'where');
  const cluster = existsSync(where) ? readFileSync(where, 'utf8').trim() : join(dataFolder, 'postgres');
  return join(cluster, 'socket');
}
