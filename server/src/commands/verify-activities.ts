import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { verifyActivities } from '../modules/journal/verify-activities.ts';
import { connectionOf } from '../platform/database/choose-host.ts';
import { createLog } from '../platform/process/log.ts';
import { openRecoveryLog } from '../platform/logs/recovery-log.ts';
import { runUntilSignalled } from '../platform/process/shutdown.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { openDatabase } from '../program.ts';
import { describeVerification } from './describe-verification.ts';

/* `npm run verify-activities`: names each activity that was changed, removed or put in since it was sealed. Ends with 1 if any was. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const configuration = readConfiguration(process.env, 'demo');
  if (configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL is not set: say in which database the activities are.');
  const connection = connectionOf(configuration.databaseUrl);
  const silent = createLog('silent');
  const database = await openDatabase(connection, configuration, silent);
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  const recoveryLog = openRecoveryLog(configuration.recoveryFolder, silent);
  const found = await verifyActivities({ db: database.db, recoveryLog });
  for (const line of describeVerification(found, recoveryLog.isKept)) say(line);
  await shutdown.shutDown();
  process.exit(found.faults.length === 0 ? 0 : 1);
}, say);
