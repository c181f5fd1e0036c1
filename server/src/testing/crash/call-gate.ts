import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Where in a call something happens: before the marketplace sees it, or after it has acted and before its answer arrives. */
export type Moment = 'before' | 'after';

export interface CallGate {
  /** Calls to marketplaces so far. */
  count(): number;
  /** Does something at the call of that number. The call's answer is lost. */
  at(callNumber: number, moment: Moment, act: () => Promise<void>): void;
  close(): Promise<void>;
}

interface Plan {
  readonly callNumber: number;
  readonly moment: Moment;
  readonly act: () => Promise<void>;
}

/**
 * A proxy between the program and its marketplaces that counts the calls and can act in the middle of one.
 * @param ports from its own port to the marketplace's
 */
export async function openCallGate(ports: ReadonlyMap<number, number>): Promise<CallGate> {
  const servers: Server[] = [];
  const plans: Plan[] = [];
  let count = 0;

  async function pass(target: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    count += 1;
    const index = plans.findIndex(({ callNumber }) => callNumber <= count);
    const [plan] = index < 0 ? [] : plans.splice(index, 1);
    const body = await bodyOf(incoming);
    if (plan?.moment === 'before') {
      await plan.act();
      outgoing.destroy();
      return;
    }
    const answer = await forward(target, incoming, body);
    if (plan !== undefined) {
      await plan.act();
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.body);
  }

  for (const [own, target] of ports) {
    const server = createServer((incoming, outgoing) => {
      // A caller that was killed is no longer there to be answered.
      pass(target, incoming, outgoing).catch(() => outgoing.destroy());
    });
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  return {
    count: () => count,
    at: (callNumber, moment, act) => plans.push({ callNumber, moment, act }),
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      for (const server of servers) if (server.listening) await once(server, 'close');
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** The marketplace identifies shops by the first part of the host, and itself by its own port. */
async function forward(port: number, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const host = (incoming.headers.host ?? '').replace(/:\d+$/, `:${port}`);
  const headers = { ...incoming.headers, host, connection: 'close' };
  const sent = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bodyOf(answer) };
}
