import { z } from 'zod';
import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { systemClock, type Clock } from '../platform/time/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { connectionOf } from '../platform/database/choose-host.ts';
import { createLog } from '../platform/process/log.ts';
import { runUntilSignalled } from '../platform/process/shutdown.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { openDatabase } from '../program.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a command that names an account by its email, on the database that DATABASE_URL names, and ends the process.
 * @param usage what is said where no email is named
 * @param work what it does; returns the lines to print
 */
export async function runForAccount(
  usage: string,
  work: (ctx: { readonly db: Database; readonly clock: Clock }, email: string) => Promise<readonly string[]>,
): Promise<void> {
  await runUntilSignalled(async (shutdown) => {
    const email = z.email().safeParse(process.argv[2]?.trim().toLowerCase());
    if (!email.success) throw new StartProblem(usage);
    const configuration = readConfiguration(process.env, 'demo');
    if (configuration.databaseUrl === null)
      throw new StartProblem('DATABASE_URL is not set: say in which database the account is.');
    const connection = connectionOf(configuration.databaseUrl);
    const database = await openDatabase(connection, configuration, createLog('silent'));
    shutdown.onShutdown(() => database.close());
    await enterDatabase(database.pool, 'production');
    for (const line of await work({ db: database.db, clock: systemClock }, email.data)) say(line);
    await shutdown.shutDown();
    process.exit(0);
  }, say);
}
