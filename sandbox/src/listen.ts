import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { answerCentre } from './centre/answer.ts';
import type { Control } from './control/control.ts';
import type { SandboxClock } from './core/clock.ts';
import type { Outcome } from './core/dispatch.ts';
import type { SandboxReply, SandboxRequest } from './core/simulator.ts';
import type { ExternalServices } from './external-services/external-services.ts';

export interface ListenRequest {
  readonly host: string;
  /** The first of consecutive ports; 0 takes free ones. */
  readonly port: number;
  readonly channels: readonly ChannelKind[];
  readonly externalServices: ExternalServices;
  readonly control: Control;
  readonly clock: SandboxClock;
  answer(channel: ChannelKind, request: SandboxRequest): Outcome;
}

export interface Listening {
  /** Base addresses: the seller centre's, then each channel's, then the external services'. */
  readonly addresses: readonly string[];
  close(): Promise<void>;
}

const largestBody = 20 * 1024 * 1024;
/** The longest time that a request without an answer is held open. */
const silenceSeconds = 300;

/** Opens the ports of the seller centre, of each channel and of the external services. Throws if one is in use. */
export async function listen(at: ListenRequest): Promise<Listening> {
  const answers: ((request: SandboxRequest) => Outcome)[] = [
    (request) => ({ reply: answerCentre(at.control, request), afterSeconds: 0 }),
    ...at.channels.map((channel) => (request: SandboxRequest) => at.answer(channel, request)),
    (request) => ({ reply: at.externalServices.answer(request), afterSeconds: 0 }),
  ];
  const servers: Server[] = [];
  const addresses: string[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    await Promise.all(servers.map(async (server) => (server.listening ? once(server, 'close') : undefined)));
  };
  try {
    for (const [index, answer] of answers.entries()) {
      const server = createServer((incoming, outgoing) => void serve(at, answer, incoming, outgoing));
      server.listen(at.port === 0 ? 0 : at.port + index, at.host);
      await once(server, 'listening');
      servers.push(server);
      const bound = server.address();
      const port = bound === null || typeof bound === 'string' ? at.port + index : bound.port;
      addresses.push(`http://127.0.0.1:${String(port)}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { addresses, close };
}

async function serve(
  at: ListenRequest,
  answer: (request: SandboxRequest) => Outcome,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = await read(incoming);
    if (request === null) {
      send(at, outgoing, { status: 413, headers: { 'content-type': 'text/plain' }, body: 'Too large' });
      return;
    }
    const outcome = answer(request);
    if (outcome === 'silence') {
      const end = setTimeout(() => outgoing.destroy(), silenceSeconds * 1000).unref();
      outgoing.once('close', () => {
        clearTimeout(end);
      });
      return;
    }
    if (outcome.afterSeconds > 0)
      await new Promise((resolve) => setTimeout(resolve, outcome.afterSeconds * 1000).unref());
    if (outcome.isTrickling === true) await trickle(at, outgoing, outcome.reply);
    else send(at, outgoing, outcome.reply);
  } catch (error) {
    // An error in a simulator is answered rather than thrown, so that the other shops keep running.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`sandbox: ${incoming.method ?? ''} ${incoming.url ?? ''} failed: ${text}\n`);
    if (!outgoing.headersSent)
      send(at, outgoing, {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: 'The sandbox failed.',
      });
  }
}

async function read(incoming: IncomingMessage): Promise<SandboxRequest | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const host = headers['host'] ?? '127.0.0.1';
  const target = incoming.url ?? '/';
  const url = URL.canParse(target, `http://${host}`)
    ? new URL(target, `http://${host}`)
    : new URL('http://127.0.0.1/');
  return { method: incoming.method ?? 'GET', url, headers, body: Buffer.concat(chunks) };
}

/** Sends an answer a byte a second, until it is whole or nobody waits for it any more. */
async function trickle(at: ListenRequest, outgoing: ServerResponse, reply: SandboxReply): Promise<void> {
  const bytes = Buffer.from(reply.body);
  const length = String(bytes.length);
  outgoing.writeHead(reply.status, {
    date: new Date(at.clock.now()).toUTCString(),
    ...reply.headers,
    'content-length': length,
  });
  for (let index = 0; index < bytes.length && !outgoing.destroyed; index += 1) {
    outgoing.write(bytes.subarray(index, index + 1));
    await new Promise((resolve) => setTimeout(resolve, 1000).unref());
  }
  outgoing.end();
}

function send(at: ListenRequest, outgoing: ServerResponse, reply: SandboxReply): void {
  outgoing.writeHead(reply.status, { date: new Date(at.clock.now()).toUTCString(), ...reply.headers });
  outgoing.end(reply.body);
}
