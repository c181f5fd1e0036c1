import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { bodyText, headersKept, type CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import type { FaultKind, Faults, Strike } from './faults.ts';
import type { Grants } from './grants.ts';
import type { Journal } from './journal.ts';
import type { LeftOut, ListSubject, PageFault } from './left-out.ts';
import type { Random } from './random.ts';
import type { Call, CallIdentity, ChannelSimulator, SandboxReply, SandboxRequest } from './simulator.ts';
import type { Tasks } from './tasks.ts';
import type { Wild } from '../wild/wild.ts';

/** The outcome of a request: an answer after a delay, or none. */
export type Outcome =
  | { readonly reply: SandboxReply; readonly afterSeconds: number; readonly isTrickling?: true }
  | 'silence';

/** How long an answer takes that comes a byte a second. */
export const trickleSeconds = ({ body }: SandboxReply): number => body.length;

export interface DispatchContext {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly random: Random;
  readonly grants: Grants;
  readonly calls: CallLog;
  readonly tasks: Tasks;
  readonly wild: Wild;
}

const neverDone: readonly FaultKind[] = ['throttle', 'error_500', 'timeout', 'html', 'unknown_error'];
const doneAnyway: readonly FaultKind[] = ['slow'];
/** These lose the answer, or lie in it. For token calls a rule must name the call, because it would cost the seller's consent. */
const answerLost: readonly FaultKind[] = ['truncate', 'lying_success', 'trickle'];
const answerLostOnWrites: readonly FaultKind[] = ['error_after_commit', 'late_write'];

/** Answers a request to a channel's port. The journal and the log of calls are written before the answer is sent. */
export function dispatch(
  context: DispatchContext,
  simulator: ChannelSimulator,
  request: SandboxRequest,
): Outcome {
  context.tasks.landDueWrites();
  const identity = simulator.identify(request);
  const strike = strikeFor(context, simulator.channel, identity);
  const inner: string[] = [];
  const outcome = oddly(context, simulator, identity, strike, () =>
    answer(context, simulator, request, identity, strike, inner),
  );
  context.journal.flush();
  const reply = outcome === 'silence' ? null : outcome.reply;
  context.calls.add({
    at: new Date(context.clock.now()).toISOString(),
    channel: simulator.channel,
    shop: identity.shop?.id ?? null,
    call: identity.call,
    method: request.method,
    path: `${request.url.pathname}${request.url.search}`,
    headers: headersKept(request.headers),
    body: bodyText(request.body),
    status: reply?.status ?? null,
    answer: reply === null ? '' : bodyText(reply.body),
    fault: [...(strike === null ? [] : [strike.kind]), ...inner].join(', ') || null,
  });
  return outcome;
}

/** The answer as in the wild; some calls are answered without being performed. */
function oddly(
  { wild }: DispatchContext,
  { channel }: ChannelSimulator,
  identity: CallIdentity,
  strike: Strike | null,
  perform: () => Outcome,
): Outcome {
  const instead = strike === null ? wild.instead(channel, identity) : null;
  if (instead !== null) return { reply: instead, afterSeconds: 0 };
  const plain = perform();
  return plain === 'silence' ? plain : { ...plain, reply: wild.rewrite(channel, identity, plain.reply) };
}

/** Performs a request whose caller has timed out. */
export function land(context: DispatchContext, simulator: ChannelSimulator, request: SandboxRequest): void {
  const identity = simulator.identify(request);
  const reply = simulator.handle({
    request,
    identity,
    halfBatch: false,
    staleSeconds: 0,
    leftOut: () => 'nothing',
    pageFault: () => 'none',
  });
  context.calls.add({
    at: new Date(context.clock.now()).toISOString(),
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

function strikeFor({ faults }: DispatchContext, channel: ChannelKind, identity: CallIdentity): Strike | null {
  if (identity.nature === 'page') return null;
  const where = { channel, shop: identity.shop?.id ?? null, call: identity.call, nature: identity.nature };
  const kinds = [...neverDone, ...doneAnyway];
  for (const kind of answerLost)
    if (identity.nature !== 'token' || faults.names(kind, identity.call)) kinds.push(kind);
  for (const kind of answerLostOnWrites)
    if (identity.nature === 'write' || faults.names(kind, identity.call)) kinds.push(kind);
  return faults.strike(kinds, where);
}

function answer(
  context: DispatchContext,
  simulator: ChannelSimulator,
  request: SandboxRequest,
  identity: CallIdentity,
  strike: Strike | null,
  inner: string[],
): Outcome {
  const call = withInnerFaults(context, simulator.channel, request, identity, inner);
  const now = (reply: SandboxReply): Outcome => ({ reply, afterSeconds: 0 });
  switch (strike?.kind) {
    case 'throttle':
      return now(simulator.throttled(call));
    case 'error_500':
      return now(simulator.serverError(call));
    case 'unknown_error':
      return now(simulator.unknownError(call));
    case 'lying_success':
      return now(simulator.lyingSuccess(call));
    case 'html':
      return now(webPage(context.random, strike.status));
    case 'timeout':
      return 'silence';
    case 'late_write':
      context.tasks.landLater(simulator.channel, request, context.clock.now() + strike.seconds * 1000);
      return 'silence';
    case 'error_after_commit':
      simulator.handle(call);
      return now(simulator.serverError(call));
    case 'truncate':
      return now(cut(simulator.handle(call)));
    case 'trickle':
      return { reply: simulator.handle(call), afterSeconds: 0, isTrickling: true };
    case 'slow':
      return { reply: simulator.handle(call), afterSeconds: strike.seconds };
    default:
      return now(simulator.handle(call));
  }
}

/**
 * Applies the faults that change the answer itself.
 * @param struck gets those that do, for the log
 */
function withInnerFaults(
  context: DispatchContext,
  channel: ChannelKind,
  request: SandboxRequest,
  identity: CallIdentity,
  struck: string[],
): Call {
  const where = { channel, shop: identity.shop?.id ?? null, call: identity.call, nature: identity.nature };
  const leftOut = (lists: ListSubject): LeftOut => {
    const kind = context.faults.strike(['empty_list', 'short_list'], { ...where, lists })?.kind;
    if (kind === undefined) return 'nothing';
    struck.push(`${kind} (${lists})`);
    return kind === 'empty_list' ? 'all' : 'all but the first';
  };
  const pageFault = (lists: ListSubject): PageFault => {
    const kind = context.faults.strike(['short_page', 'moved_page'], { ...where, lists })?.kind;
    if (kind === undefined) return 'none';
    struck.push(`${kind} (${lists})`);
    return kind === 'moved_page' ? 'moved' : 'lacks its last';
  };
  const plain: Call = { request, identity, halfBatch: false, staleSeconds: 0, leftOut, pageFault };
  if (identity.nature === 'page' || identity.nature === 'token') return plain;
  if (identity.accessToken !== null && context.faults.strike(['expire_token'], where) !== null) {
    const token = context.grants.token(channel, 'access', identity.accessToken);
    if (token !== null) context.grants.shorten(token, 0);
    struck.push('expire_token');
  }
  if (identity.nature === 'write') {
    const halfBatch = context.faults.strike(['half_batch'], where) !== null;
    if (halfBatch) struck.push('half_batch');
    return { ...plain, halfBatch };
  }
  const staleSeconds = context.faults.strike(['stale_read'], where)?.seconds ?? 0;
  if (staleSeconds > 0) struck.push('stale_read');
  return { ...plain, staleSeconds };
}

function webPage(random: Random, status: Strike['status']): SandboxReply {
  const body =
    '<!doctype html><html><head><title>We will be right back</title></head><body><h1>We will be right back</h1></body></html>';
  return {
    status: status ?? random.pick([200, 502, 503]),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
  };
}

function cut(reply: SandboxReply): SandboxReply {
  return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) };
}
