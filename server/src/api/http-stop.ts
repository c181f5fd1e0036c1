import type { FastifyInstance } from 'fastify';
import type { LiveHub } from './live.ts';

/** Makes a server that is being closed announce it, end its live streams, and keep no connection for another request. */
export function addStop(app: FastifyInstance, live: LiveHub | null): { readonly isStopping: () => boolean } {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    live?.endAll();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close');
    done();
  });
  return { isStopping: () => isStopping };
}

/**
 * Stops a server: it takes no new connection, and answers what has arrived.
 * @param patience how long it waits for that, in milliseconds; then it ends the connections
 */
export async function stopServing(app: FastifyInstance, patience: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), patience);
  await app.close();
  clearTimeout(late);
}
