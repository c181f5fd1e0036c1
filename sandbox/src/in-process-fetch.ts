import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { answerCentre } from './centre/answer.ts';
import type { Control } from './control/control.ts';
import type { SandboxClock } from './core/clock.ts';
import { trickleSeconds, type Outcome } from './core/dispatch.ts';
import type { SandboxReply, SandboxRequest } from './core/simulator.ts';
import type { ExternalServices } from './external-services/external-services.ts';

export interface InProcess {
  /** Base addresses: the seller centre's, then each channel's, then the external services'. */
  addresses(): readonly string[];
  readonly channels: readonly ChannelKind[];
  readonly externalServices: ExternalServices;
  readonly control: Control;
  readonly clock: SandboxClock;
  readonly callTimeoutSeconds: number;
  answer(channel: ChannelKind, request: SandboxRequest): Outcome;
}

/**
 * `fetch` without a network: the port in the address selects the channel. A call that hangs rejects as an aborted
 * fetch: after the caller's signal, or at once with a test's clock, which is moved by the caller's time-out.
 */
export function inProcessFetch(context: InProcess): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const request = await requestOf(asked, init);
    const index = context
      .addresses()
      .findIndex((address) => new URL(address).port === new URL(asked.url).port);
    if (index < 0) throw new TypeError(`fetch failed: nothing listens at ${asked.url}`);
    const outcome = answerAt(context, index, request);
    const { source } = context.clock;
    const patience = context.callTimeoutSeconds;
    const seconds = outcome === 'silence' ? patience : secondsOf(outcome);
    if (outcome === 'silence' || seconds >= patience) {
      await giveUp(context, asked.signal);
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    }
    if (seconds > 0) {
      if (source.advance === undefined) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      else source.advance(seconds * 1000);
    }
    return responseOf(context, outcome.reply);
  };
}

function secondsOf({ reply, afterSeconds, isTrickling }: Exclude<Outcome, 'silence'>): number {
  return afterSeconds + (isTrickling === true ? trickleSeconds(reply) : 0);
}

/** The seller centre has the first index, the external services the last. */
function answerAt(context: InProcess, index: number, request: SandboxRequest): Outcome {
  const channel = context.channels[index - 1];
  if (channel !== undefined) return context.answer(channel, request);
  const reply =
    index === 0 ? answerCentre(context.control, request) : context.externalServices.answer(request);
  return { reply, afterSeconds: 0 };
}

async function requestOf(asked: Request, init: RequestInit | undefined): Promise<SandboxRequest> {
  const headers: Record<string, string> = {};
  asked.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const url = new URL(asked.url);
  // A Request drops the Host header, which may name a shop, so it is read from the arguments.
  const host = new Headers(init?.headers).get('host') ?? headers['host'];
  if (host !== undefined) url.host = host.includes(':') ? host : `${host}:${url.port}`;
  headers['host'] = url.host;
  return { method: asked.method, url, headers, body: new Uint8Array(await asked.arrayBuffer()) };
}

async function giveUp(context: InProcess, signal: AbortSignal): Promise<void> {
  const milliseconds = context.callTimeoutSeconds * 1000;
  const { source } = context.clock;
  if (source.advance !== undefined) {
    source.advance(milliseconds);
    return;
  }
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function responseOf(context: InProcess, reply: SandboxReply): Response {
  const empty = reply.status === 204 || reply.status === 304;
  const body = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body);
  return new Response(empty ? null : body, {
    status: reply.status,
    headers: { date: new Date(context.clock.now()).toUTCString(), ...reply.headers },
  });
}
