import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { announceBanner } from '../modules/stores/announcements/announce-banner.ts';
import { systemClock } from '../platform/time/clock.ts';
import { runUntilSignalled } from '../platform/process/shutdown.ts';
import { connectionOf } from '../platform/database/choose-host.ts';
import { createLog } from '../platform/process/log.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { openDatabase } from '../program.ts';

/* `npm run announce -- "first line" "second line"`: two lines above every store's screens; without lines they go away. */

const MOST = 200;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const [first = '', second = ''] = process.argv.slice(2).map((line) => line.trim());
  if (first.length > MOST || second.length > MOST)
    throw new StartProblem(`A line of the announcement has at most ${String(MOST)} characters.`);
  const configuration = readConfiguration(process.env, 'demo');
  if (configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL is not set: say in which database the stores are.');
  const connection = connectionOf(configuration.databaseUrl);
  const database = await openDatabase(connection, configuration, createLog('silent'));
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  await announceBanner({ db: database.db, clock: systemClock }, [first, second]);
  say(
    first === '' && second === '' ? 'No announcement is shown any more.' : 'The announcement is shown now.',
  );
  await shutdown.shutDown();
  process.exit(0);
}, say);
