import { z } from 'zod';
import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { grantPlatformAdmin } from '../modules/accounts/grant-platform-admin.ts';
import { systemClock } from '../platform/clock.ts';
import { runUntilSignalled } from '../platform/shutdown.ts';
import { createLog } from '../platform/log.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { openDatabase } from '../program.ts';

/* `npm run grant -- email`: makes an account a platform admin, and the account too if there is none. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const email = z.email().safeParse(process.argv[2]?.trim().toLowerCase());
  if (!email.success)
    throw new StartProblem('Say whose account becomes a platform admin: npm run grant -- name@example.com');
  const configuration = readConfiguration(process.env, 'demo');
  if (configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL is not set: say in which database the account is.');
  const connection = { connectionString: configuration.databaseUrl };
  const database = await openDatabase(connection, configuration, createLog('silent'));
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  const password = await grantPlatformAdmin({ db: database.db, clock: systemClock }, email.data);
  say(`${email.data} is a platform admin now.`);
  if (password !== null) say(`The account is new. Its password, shown only here: ${password}`);
  await shutdown.shutDown();
  process.exit(0);
}, say);
