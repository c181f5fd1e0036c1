import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { keepTemporaryFilesInMemory } from '../../../scripts/memory-folder.mjs';
import { CLUSTER_USER, startCluster } from '../platform/postgres/postgres-launcher.ts';
import type { Binaries } from '../platform/postgres/postgres-binaries.ts';
import { prepareTemplate } from './database.ts';

const binariesChoice = z.object({ folder: z.string(), major: z.number().int() });

/** EVENSTOCK_TEST_POSTGRES names another server's binaries than the packaged one's, as JSON: `{"folder", "major"}`. */
function chosenBinaries(): { binaries: Binaries } | object {
  const text = process.env['EVENSTOCK_TEST_POSTGRES'];
  return text === undefined ? {} : { binaries: binariesChoice.parse(JSON.parse(text)) };
}

/** Starts one cluster for the whole run, in a folder of its own, and removes it afterwards. It gives up crash safety for speed. */
export default async function setUp(): Promise<() => Promise<void>> {
  keepTemporaryFilesInMemory();
  const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-test-'));
  // PostgreSQL's user must be able to pass through.
  chmodSync(dataFolder, 0o711);
  const cluster = await startCluster({
    dataFolder,
    durable: false,
    maxConnections: 300,
    ...chosenBinaries(),
  });
  const { host } = cluster.connection('postgres');
  if (host === undefined) throw new Error('The test cluster has no socket.');
  await prepareTemplate({ host, user: CLUSTER_USER });
  return async () => {
    await cluster.stop();
    rmSync(dataFolder, { recursive: true, force: true });
    rmSync(cluster.folder, { recursive: true, force: true });
  };
}
