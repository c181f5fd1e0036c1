import { readConfiguration } from '../configuration.ts';
import { enterDatabase } from '../installation.ts';
import { systemClock } from '../platform/time/clock.ts';
import { openFileStore } from '../platform/files/files.ts';
import { runUntilSignalled } from '../platform/process/shutdown.ts';
import { connectionOf } from '../platform/database/choose-host.ts';
import { createLog } from '../platform/process/log.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { createEncryption } from '../platform/secrets/encryption.ts';
import { openDatabase, openSealedFiles } from '../program.ts';
import { keepFingerprintKey } from '../fingerprint-key.ts';
import { resealAll } from '../reseal.ts';
import { resealFiles } from '../reseal-files.ts';

/*
 * `npm run rotate-secret`: seals what is in the database, and the files in EVENSTOCK_DATA_DIR or the bucket, with the newest of the secrets in
 * EVENSTOCK_SECRET. First the program runs with EVENSTOCK_SECRET=new,old; then this; then it may run with the new one alone.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const configuration = readConfiguration(process.env, 'demo');
  const [newest, ...older] = configuration.secrets;
  if (newest === undefined || older.length === 0) {
    throw new StartProblem('EVENSTOCK_SECRET must name the new secret and the old ones: new,old.');
  }
  if (configuration.databaseUrl === null) {
    throw new StartProblem('DATABASE_URL is not set: say in which database the sealed values are.');
  }
  const connection = connectionOf(configuration.databaseUrl);
  const database = await openDatabase(connection, configuration, createLog('silent'));
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  const secrets = [newest, ...older] as const;
  const key = await keepFingerprintKey(database.db, secrets);
  const encryption = createEncryption(secrets, key);
  const sealed = await openSealedFiles(configuration);
  const files = await resealFiles(database.db, openFileStore({ sealed, encryption, clock: systemClock }));
  say(`Files in ${sealed.place}: ${String(files.total)}; sealed anew: ${String(files.resealed)}.`);
  // Last: the key of fingerprints says that nothing is left of the older secrets.
  const { total, resealed } = await resealAll(database.db, encryption);
  say(
    `${String(total)} sealed values; ${String(resealed)} sealed anew. The newest secret opens all of them.`,
  );
  await shutdown.shutDown();
  process.exit(0);
}, say);
