import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSandbox } from './sandbox.ts';

/**
 * The sandbox as a process of its own. `SANDBOX_PORT` (3001) is the first of its ports, `SANDBOX_HOST` (loopback) where it
 * listens, `SANDBOX_DATA_DIR` (./data/sandbox) where its journal is, `SANDBOX_SEED` what chance follows from,
 * `SANDBOX_RETURN_URL` (http://localhost:3000) where the program is that sellers' browsers return to.
 * Prints one line when it is ready. Ends on SIGTERM or SIGINT, and with the program that started it.
 */
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1';
const returnBase = process.env['SANDBOX_RETURN_URL'];
const port = Number(process.env['SANDBOX_PORT'] ?? '3001');
if (!Number.isInteger(port) || port < 0 || port > 65_000)
  throw new Error('SANDBOX_PORT must be a port number.');

// Before the journal is touched: another sandbox that runs on it must not lose it.
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
// Started with a pipe as its input, it lives as long as whoever holds the other end; a terminal or a file says nothing.
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket()) {
  process.stdin.on('end', end);
  process.stdin.on('error', end);
  process.stdin.resume();
}

/** Throws, in words for whoever started this, if somebody listens at the port. */
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
