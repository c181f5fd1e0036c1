import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to callers (32768 and up on Linux). */
const FIRST = 20_000;
const LAST = 32_767;
/** Ports of one block; the first of them is its lock. */
const BLOCK = 32;
const BLOCKS = Math.floor((LAST - FIRST + 1) / BLOCK);

/** Ports of this process's last block that were not given out yet. */
let block = { next: 0, end: 0 };

/** @type {typeof import('./ports.mjs').isFree} */
export async function isFree(port) {
  const server = await listen(port);
  if (server === null) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** @type {typeof import('./ports.mjs').freePorts} */
export async function freePorts(count) {
  if (count >= BLOCK) throw new RangeError(`At most ${BLOCK - 1} ports are in a row, not ${count}.`);
  for (;;) {
    if (block.next + count > block.end) block = await takeBlock();
    const first = block.next;
    block.next += count;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

/** Listens on the first port of a block for as long as this process runs: the system then keeps all others out of it. */
async function takeBlock() {
  const from = Math.floor(Math.random() * BLOCKS);
  for (let step = 0; step < BLOCKS; step += 1) {
    const first = FIRST + ((from + step) % BLOCKS) * BLOCK;
    const lock = await listen(first);
    if (lock === null) continue;
    lock.unref();
    return { next: first + 1, end: first + BLOCK };
  }
  throw new Error(`No block of ports between ${FIRST} and ${LAST} is free.`);
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Server | null>} null when somebody listens there
 */
async function listen(port) {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}
