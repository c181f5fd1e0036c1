import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { sayRestored } from '../modules/recovery/say-restored.ts';
import { systemClock } from '../platform/time/clock.ts';
import { runUntilSignalled } from '../platform/process/shutdown.ts';
import { connectionOf } from '../platform/database/choose-host.ts';
import { createLog } from '../platform/process/log.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { openDatabase } from '../program.ts';

/* `npm run restored`: records that a backup was restored, if no recovery log detects it. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const configuration = readConfiguration(process.env, 'demo');
  if (configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL is not set: say which database was restored.');
  const connection = connectionOf(configuration.databaseUrl);
  const database = await openDatabase(connection, configuration, createLog('silent'));
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  await sayRestored({ db: database.db, clock: systemClock });
  say(
    'No shop is written until it was read and its orders were polled. Start Evenstock; one that runs has noticed within 10 s.',
  );
  await shutdown.shutDown();
  process.exit(0);
}, say);
