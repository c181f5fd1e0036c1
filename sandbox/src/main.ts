import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSandbox } from './sandbox.ts';

/**
 * The sandbox as a process. `SANDBOX_PORT` (3001) is the first of its ports, `SANDBOX_HOST` (loopback) the interface,
 * `SANDBOX_DATA_DIR` (./data/sandbox) the journal's folder, `SANDBOX_SEED` the seed of everything random,
 * `SANDBOX_RETURN_URL` (http://localhost:3000) the program that sellers' browsers return to.
 * It prints one line when it is ready, and stops on SIGTERM or SIGINT or when its parent closes its input.
 */
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1';
const returnBase = process.env['SANDBOX_RETURN_URL'];
const port = Number(process.env['SANDBOX_PORT'] ?? '3001');
if (!Number.isInteger(port) || port < 0 || port > 65_000)
  throw new Error('SANDBOX_PORT must be a port number.');

// The port is checked before the journal is opened, which another sandbox may be using.
await mustBeFree(port);
const sandbox = createSandbox({
  seed: process.env['SANDBOX_SEED'] ?? 'evenstock',
  dataDir: process.env['SANDBOX_DATA_DIR'] ?? './data/sandbox',
  ...(returnBase === undefined ? {} : { returnBase: returnBase.replace(/\/+$/, '') }),
});

let ending = false;
function end(): void {
  if (ending) return;
  ending = true;
  void sandbox.close().then(() => {
    process.exit(0);
  });
}
process.on('SIGTERM', end);
process.on('SIGINT', end);
process.on('disconnect', end);
// With a pipe as its input it lives until the other end is closed; a terminal or a file does not end it.
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket()) {
  process.stdin.on('end', end);
  process.stdin.on('error', end);
  process.stdin.resume();
}

/** Throws if the port is in use, with a message for the person who started this. */
async function mustBeFree(wanted: number): Promise<void> {
  const probe = createServer();
  probe.listen(wanted, host);
  try {
    await once(probe, 'listening');
  } catch {
    process.stderr.write(
      `Port ${String(wanted)} is taken. Is the sandbox running already? Set SANDBOX_PORT to start another one.\n`,
    );
    process.exit(1);
  }
  probe.close();
  await once(probe, 'close');
}

await sandbox.listen({ host, port });
process.stdout.write(`sandbox ready: ${sandbox.address}\n`);
