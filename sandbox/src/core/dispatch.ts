import type { ChannelKind } from '@evenstock/contract/channels';
import { bodyText, headersKept, type CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import type { FaultKind, Faults, Strike } from './faults.ts';
import type { Grants } from './grants.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import type { Call, CallIdentity, ChannelSimulator, SandboxReply, SandboxRequest } from './simulator.ts';
import type { Tasks } from './tasks.ts';

/** What becomes of a request: an answer after a while, or none at all. */
export type Outcome = { readonly reply: SandboxReply; readonly afterSeconds: number } | 'silence';

export interface DispatchSurroundings {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly random: Random;
  readonly grants: Grants;
  readonly calls: CallLog;
  readonly tasks: Tasks;
}

const neverDone: readonly FaultKind[] = ['throttle', 'error_500', 'timeout', 'html'];
const doneAnyway: readonly FaultKind[] = ['slow'];
/** The work is done and the answer lost: on a token call, only where a rule names it, for it costs the seller's consent. */
const answerLost: readonly FaultKind[] = ['truncate'];
const answerLostOnWrites: readonly FaultKind[] = ['error_after_commit', 'late_write'];

/** Answers one request to a channel's port: faults first, then the simulator; journal and record of calls before the answer leaves. */
export function dispatch(
  around: DispatchSurroundings,
  simulator: ChannelSimulator,
  request: SandboxRequest,
): Outcome {
  around.tasks.landDueWrites();
  const identity = simulator.identify(request);
  const strike = strikeFor(around, simulator.channel, identity);
  const outcome = answer(around, simulator, request, identity, strike);
  around.journal.flush();
  const reply = outcome === 'silence' ? null : outcome.reply;
  around.calls.add({
    at: new Date(around.clock.now()).toISOString(),
    channel: simulator.channel,
    shop: identity.shop?.id ?? null,
    call: identity.call,
    method: request.method,
    path: `${request.url.pathname}${request.url.search}`,
    headers: headersKept(request.headers),
    body: bodyText(request.body),
    status: reply?.status ?? null,
    answer: reply === null ? '' : bodyText(reply.body),
    fault: strike?.kind ?? null,
  });
  return outcome;
}

/** Lets a request land that nobody waits for any more. */
export function land(
  around: DispatchSurroundings,
  simulator: ChannelSimulator,
  request: SandboxRequest,
): void {
  const identity = simulator.identify(request);
  const reply = simulator.handle({ request, identity, halfBatch: false, staleSeconds: 0 });
  around.calls.add({
    at: new Date(around.clock.now()).toISOString(),
    channel: simulator.channel,
    shop: identity.shop?.id ?? null,
    call: identity.call,
    method: request.method,
    path: `${request.url.pathname}${request.url.search}`,
    headers: headersKept(request.headers),
    body: bodyText(request.body),
    status: null,
    answer: bodyText(reply.body),
    fault: 'late_write (landed)',
  });
}

function strikeFor(
  { faults }: DispatchSurroundings,
  channel: ChannelKind,
  identity: CallIdentity,
): Strike | null {
  if (identity.nature === 'page') return null;
  const where = { channel, shop: identity.shop?.id ?? null, call: identity.call };
  const kinds = [...neverDone, ...doneAnyway];
  for (const kind of answerLost)
    if (identity.nature !== 'token' || faults.names(kind, identity.call)) kinds.push(kind);
  for (const kind of answerLostOnWrites)
    if (identity.nature === 'write' || faults.names(kind, identity.call)) kinds.push(kind);
  return faults.strike(kinds, where);
}

function answer(
  around: DispatchSurroundings,
  simulator: ChannelSimulator,
  request: SandboxRequest,
  identity: CallIdentity,
  strike: Strike | null,
): Outcome {
  const call = withInnerFaults(around, simulator.channel, request, identity);
  const now = (reply: SandboxReply): Outcome => ({ reply, afterSeconds: 0 });
  switch (strike?.kind) {
    case 'throttle':
      return now(simulator.throttled(call));
    case 'error_500':
      return now(simulator.serverError(call));
    case 'html':
      return now(webPage(around.random));
    case 'timeout':
      return 'silence';
    case 'late_write':
      around.tasks.landLater(simulator.channel, request, around.clock.now() + strike.seconds * 1000);
      return 'silence';
    case 'error_after_commit':
      simulator.handle(call);
      return now(simulator.serverError(call));
    case 'truncate':
      return now(cut(simulator.handle(call)));
    case 'slow':
      return { reply: simulator.handle(call), afterSeconds: strike.seconds };
    default:
      return now(simulator.handle(call));
  }
}

/** Faults that show in the answer itself. */
function withInnerFaults(
  around: DispatchSurroundings,
  channel: ChannelKind,
  request: SandboxRequest,
  identity: CallIdentity,
): Call {
  const plain: Call = { request, identity, halfBatch: false, staleSeconds: 0 };
  if (identity.nature === 'page' || identity.nature === 'token') return plain;
  const where = { channel, shop: identity.shop?.id ?? null, call: identity.call };
  if (identity.accessToken !== null && around.faults.strike(['expire_token'], where) !== null) {
    const token = around.grants.token(channel, 'access', identity.accessToken);
    if (token !== null) around.grants.shorten(token, 0);
  }
  if (identity.nature === 'write')
    return { ...plain, halfBatch: around.faults.strike(['half_batch'], where) !== null };
  return { ...plain, staleSeconds: around.faults.strike(['stale_read'], where)?.seconds ?? 0 };
}

function webPage(random: Random): SandboxReply {
  const body =
    '<!doctype html><html><head><title>We will be right back</title></head><body><h1>We will be right back</h1></body></html>';
  return {
    status: random.pick([200, 502, 503]),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
  };
}

function cut(reply: SandboxReply): SandboxReply {
  return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) };
}
