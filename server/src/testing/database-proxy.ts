import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/** A way to a test's database that a test can disturb. */
export interface DatabaseProxy {
  /** The database's connection through the proxy. */
  readonly connection: pg.PoolConfig;
  /** Holds back everything that the database says, as if it hung. */
  hang(): void;
  answerAgain(): void;
  close(): Promise<void>;
}

/** How a proxy treats its clients. `through`: each has a connection of its own. */
export type ProxyKind = 'through' | 'pooler' | 'pooler without options';

/** A message of PostgreSQL's server: a letter, and the length of what follows, itself included. */
const HEADER_BYTES = 5;
const READY = 'Z';
const IDLE = 'I';

const refusal = Buffer.from('SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0', 'latin1');

/**
 * Opens a proxy to a test's database on a port of this machine. A pooler gives each transaction the next of two connections, as one
 * that serves other clients between two transactions does.
 */
export async function openDatabaseProxy(
  { host, user, database }: pg.PoolConfig,
  kind: ProxyKind = 'through',
): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const dial = (): Socket => {
    const socket = connect(join(host ?? '', '.s.PGSQL.5432'));
    keep(socket);
    if (isHanging) socket.pause();
    return socket;
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    // A test may cut connections; their ends are seen by who uses them.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (kind === 'through') joinTo(client, [dial()]);
    else if (kind === 'pooler') joinTo(client, [dial(), dial()]);
    else client.once('data', () => client.end(message('E', refusal)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    connection: { host: '127.0.0.1', port: portOf(address), user, database },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    answerAgain() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}

function message(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(content.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([header, content]);
}

/** Joins a client to the first backend until it is idle, then to the next one, and so on. */
function joinTo(client: Socket, backends: readonly Socket[]): void {
  let turn = 0;
  let isStarted = false;
  client.on('data', (bytes) => {
    // Each backend needs the first message, which names user and database.
    for (const backend of isStarted ? backends.slice(turn, turn + 1) : backends) backend.write(bytes);
    isStarted = true;
  });
  client.once('close', () => {
    for (const backend of backends) backend.destroy();
  });
  for (const [index, backend] of backends.entries()) {
    const isIdleAfter = readStates();
    let isReady = index === 0;
    backend.on('data', (bytes) => {
      const isIdle = isIdleAfter(bytes);
      if (isReady) client.write(bytes);
      isReady ||= isIdle;
      if (isIdle && index === turn) turn = (turn + 1) % backends.length;
    });
    backend.once('close', () => client.destroy());
  }
}

/** Follows what a backend says. @returns a function that reports of further bytes whether a transaction ended in them */
function readStates(): (bytes: Buffer | string) => boolean {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, Buffer.from(bytes)]);
    let isIdle = false;
    while (rest.length >= HEADER_BYTES) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) break;
      if (rest.toString('latin1', 0, 1) === READY)
        isIdle = rest.toString('latin1', HEADER_BYTES, end) === IDLE;
      rest = rest.subarray(end);
    }
    return isIdle;
  };
}
