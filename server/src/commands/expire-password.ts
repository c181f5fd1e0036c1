import { z } from 'zod';
import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { expirePassword } from '../modules/accounts/expire-password.ts';
import { systemClock } from '../platform/clock.ts';
import { runUntilSignalled } from '../platform/shutdown.ts';
import { createLog } from '../platform/log.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { openDatabase } from '../program.ts';

/* `npm run expire-password -- email`: the account's owner must choose a new password before anything else. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const email = z.email().safeParse(process.argv[2]?.trim().toLowerCase());
  if (!email.success)
    throw new StartProblem('Say whose password expires: npm run expire-password -- name@example.com');
  const configuration = readConfiguration(process.env, 'demo');
  if (configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL is not set: say in which database the account is.');
  const connection = { connectionString: configuration.databaseUrl };
  const database = await openDatabase(connection, configuration, createLog('silent'));
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  if (!(await expirePassword({ db: database.db, clock: systemClock }, email.data)))
    throw new StartProblem(`No account has the email ${email.data}.`);
  say(`${email.data} must choose a new password at the next visit.`);
  await shutdown.shutDown();
  process.exit(0);
}, say);
