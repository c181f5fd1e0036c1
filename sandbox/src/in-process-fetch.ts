import type { ChannelKind } from '@evenstock/contract/channels';
import { answerCentre } from './centre/answer.ts';
import type { Control } from './control/control.ts';
import type { SandboxClock } from './core/clock.ts';
import type { Outcome } from './core/dispatch.ts';
import type { SandboxReply, SandboxRequest } from './core/simulator.ts';
import type { StandIns } from './stand-ins/stand-ins.ts';

export interface InProcess {
  /** Base addresses now: the seller centre's, then each channel's, then the stand-ins'. */
  addresses(): readonly string[];
  readonly channels: readonly ChannelKind[];
  readonly standIns: StandIns;
  readonly control: Control;
  readonly clock: SandboxClock;
  readonly callTimeoutSeconds: number;
  answer(channel: ChannelKind, request: SandboxRequest): Outcome;
}

/**
 * `fetch` without a network: the port in the address says which channel is meant. A call that hangs rejects as an aborted
 * fetch, after the caller's signal, or with a hand-driven clock at once, with the clock moved by the caller's time-out.
 */
export function inProcessFetch(around: InProcess): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const request = await requestOf(asked, init);
    const index = around
      .addresses()
      .findIndex((address) => new URL(address).port === new URL(asked.url).port);
    if (index < 0) throw new TypeError(`fetch failed: nothing listens at ${asked.url}`);
    const outcome = answerAt(around, index, request);
    const { source } = around.clock;
    const patience = around.callTimeoutSeconds;
    if (outcome === 'silence' || outcome.afterSeconds >= patience) {
      await giveUp(around, asked.signal);
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    }
    if (outcome.afterSeconds > 0) {
      if (source.advance === undefined)
        await new Promise((resolve) => setTimeout(resolve, outcome.afterSeconds * 1000));
      else source.advance(outcome.afterSeconds * 1000);
    }
    return responseOf(around, outcome.reply);
  };
}

/** The seller centre is the first, the stand-ins are the last. */
function answerAt(around: InProcess, index: number, request: SandboxRequest): Outcome {
  const channel = around.channels[index - 1];
  if (channel !== undefined) return around.answer(channel, request);
  const reply = index === 0 ? answerCentre(around.control, request) : around.standIns.answer(request);
  return { reply, afterSeconds: 0 };
}

async function requestOf(asked: Request, init: RequestInit | undefined): Promise<SandboxRequest> {
  const headers: Record<string, string> = {};
  asked.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const url = new URL(asked.url);
  // A Request drops the Host that programs name a Shopify shop with; it is in what was given.
  const host = new Headers(init?.headers).get('host') ?? headers['host'];
  if (host !== undefined) url.host = host.includes(':') ? host : `${host}:${url.port}`;
  headers['host'] = url.host;
  return { method: asked.method, url, headers, body: new Uint8Array(await asked.arrayBuffer()) };
}

async function giveUp(around: InProcess, signal: AbortSignal): Promise<void> {
  const milliseconds = around.callTimeoutSeconds * 1000;
  const { source } = around.clock;
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

function responseOf(around: InProcess, reply: SandboxReply): Response {
  const empty = reply.status === 204 || reply.status === 304;
  const body = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body);
  return new Response(empty ? null : body, {
    status: reply.status,
    headers: { date: new Date(around.clock.now()).toUTCString(), ...reply.headers },
  });
}
