import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newSecret, readConfiguration } from './configuration.ts';
import { createLog } from './platform/log.ts';
import { createProgram, openDatabase } from './program.ts';
import { createTestDatabase } from './testing/database.ts';

it('checks the generation of its database before a claim over a new connection, which may lead to another database', async () => {
  const database = await createTestDatabase();
  await database.pool.query("insert into installation (kind) values ('test')");
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-program-'));
  const configuration = readConfiguration(
    {
      DATABASE_URL: 'postgres://evenstock@db/evenstock',
      EVENSTOCK_URL: 'https://stock.example.com/',
      EVENSTOCK_SECRET: newSecret(),
      SMTP_URL: 'smtp://localhost:25',
      EVENSTOCK_DATA_DIR: folder,
    },
    'production',
  );
  const log = createLog('silent');
  const opened = await openDatabase(database.connection, configuration, log);
  const { ctx } = await createProgram(configuration, [Buffer.alloc(32, 7)], database.connection, opened, log);
  expect(await ctx.generation.agree(ctx)).toBe(1);
  expect(ctx.generation.agreed()).toBe(1);
  // One query more than there are connections.
  await Promise.all(
    Array.from({ length: opened.pool.totalCount + 1 }, () => opened.pool.query('select pg_sleep(0.1)')),
  );
  expect(ctx.generation.agreed()).toBeNull();
  expect(await ctx.generation.agree(ctx)).toBe(1);
  await ctx.recoveryLog.close();
  await opened.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
