import { mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describeTables } from '../platform/database/generate-tables.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startCluster } from '../platform/postgres/postgres-launcher.ts';

/** Writes tables.ts anew from the migrations (`npm run tables`). */
const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-tables-'));
chmodSync(dataFolder, 0o711);
const cluster = await startCluster({ dataFolder, durable: false });
const pool = new pg.Pool(cluster.connection('postgres'));
pool.on('error', () => undefined);
try {
  await migrate(pool);
  const client = await pool.connect();
  try {
    writeFileSync(join(import.meta.dirname, '..', 'tables.ts'), await describeTables(client));
  } finally {
    // Or the pool would wait for it for ever.
    client.release();
  }
} finally {
  await pool.end();
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  rmSync(cluster.folder, { recursive: true, force: true });
}
