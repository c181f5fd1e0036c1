import { readConfiguration } from './configuration.ts';
import { enterDatabase } from './installation.ts';
import { runUntilSignalled } from './platform/process/shutdown.ts';
import { connectionOf } from './platform/database/choose-host.ts';
import { createLog } from './platform/process/log.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { createProgram, openDatabase, startProgram, type Roles } from './program.ts';

/* Production: `node server/dist/main.js all`, or `http` and `worker` apart, as many as wanted. */

const rolesByName: Readonly<Record<string, Roles>> = {
  all: { http: true, worker: true },
  http: { http: true, worker: false },
  worker: { http: false, worker: true },
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runUntilSignalled(async (shutdown) => {
  const name = process.argv[2] ?? '';
  const roles = rolesByName[name];
  if (roles === undefined) {
    throw new StartProblem(
      'Say what to run: node server/dist/main.js all, or http, or worker. (npm start runs the demo.)',
    );
  }
  const configuration = readConfiguration(process.env, 'production');
  const [newest, ...older] = configuration.secrets;
  if (newest === undefined || configuration.databaseUrl === null)
    throw new StartProblem('DATABASE_URL or EVENSTOCK_SECRET is not set.');
  const log = createLog(configuration.logLevel);
  const connection = connectionOf(configuration.databaseUrl);
  const database = await openDatabase(connection, configuration, log);
  shutdown.onShutdown(() => database.close());
  await enterDatabase(database.pool, 'production');
  const program = await createProgram(configuration, [newest, ...older], connection, database, log);
  await startProgram(program, roles, shutdown);
  log.info(
    { roles: name, port: configuration.port, publicUrl: configuration.settings.publicUrl },
    'Evenstock runs',
  );
}, say);
