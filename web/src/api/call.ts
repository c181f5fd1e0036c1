import type { CallInput, Endpoint } from '@evenstock/contract/endpoint';
import { plainError } from '@evenstock/contract/fields';
import { safeParse, type output } from 'zod';
import { CallError, readFailure } from './failure.ts';
import { fillPath, toQueryString } from './query-string.ts';
import { readToken } from './token.ts';
import { beginWait } from './waiting.ts';

/** What an endpoint answers, checked. */
export type Reply<E extends Endpoint> = output<E['reply']>;

/** A part that may be empty may be left out. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [N in Name]?: Value }
  : object extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** What `call` takes: only the parts that the endpoint asks for are required. */
export type Input<E extends Endpoint> = Part<'params', CallInput<E>['params']> &
  Part<'query', CallInput<E>['query']> &
  Part<'body', CallInput<E>['body']> & { readonly signal?: AbortSignal };

/** The same, not yet checked against the endpoint: what a list makes from the address. */
export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** What decides on the token that calls carry. */
export interface TokenKeeper {
  /** Whether a call of this endpoint may carry this token; the keeper sees to what happens where it may not. */
  mayCarry(endpoint: Endpoint, token: string | null): boolean;
  /** The server knows this token no longer. */
  rejected(token: string): void;
  /** The password of the token's account has expired. */
  passwordExpired(): void;
}

let keeper: TokenKeeper | null = null;

/** Names the keeper of the token: the session. */
export function keepToken(by: TokenKeeper): void {
  keeper = by;
}

/**
 * Calls an endpoint of the contract and returns its checked reply.
 * Throws CallError: field errors, a plain text, or no answer at all. A call is not sent whose token is another than the session's,
 * and a 401 ends the session.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends Input<E> ? [Input<E>?] : [Input<E>]
): Promise<Reply<E>> {
  return send(endpoint, input ?? {});
}

/** As `call`, for input whose shape is only known at run time; the server is the judge of it. */
export async function send<E extends Endpoint>(endpoint: E, input: LooseInput): Promise<Reply<E>> {
  const wait = beginWait(takesLong(endpoint) ? 'withMarketplace' : 'usually', input.signal);
  try {
    const response = await open(endpoint, { ...input, signal: wait.signal }, 'application/json');
    const body = await readJson(response);
    const reply = safeParse<E['reply']>(endpoint.reply, body);
    if (!reply.success) throw new CallError({ kind: 'plain', status: response.status, text: null });
    return reply.data;
  } catch (thrown) {
    throw wait.isLate() ? new CallError({ kind: 'offline', isLate: true }) : thrown;
  } finally {
    wait.end();
  }
}

/** Whether the answer of a call may take long: a marketplace is asked, or a file is sent. */
const takesLong = (endpoint: Endpoint): boolean => consents(endpoint) || endpoint.takes === 'form';

/** Whether a call takes part in the consent of a shop: its answer counts once, so that giving it up early loses it. */
function consents({ permission, path }: Endpoint): boolean {
  return permission === 'marketplace.authenticate' || path.startsWith('/api/marketplaces');
}

/** Opens the answer of an endpoint without reading it: what the event stream needs. Throws CallError. */
export async function open(endpoint: Endpoint, input: LooseInput, accept: string): Promise<Response> {
  const query = toQueryString(record(input.query));
  const address = fillPath(endpoint.path, record(input.params)) + (query === '' ? '' : `?${query}`);
  const token = readToken();
  if (keeper?.mayCarry(endpoint, token) === false)
    throw new CallError({ kind: 'plain', status: 401, text: null });
  const headers = new Headers({ Accept: accept });
  if (token !== null) headers.set('Authentication-Token', token);
  // The browser itself says how the parts of a form are divided.
  if (input.body !== undefined && !(input.body instanceof FormData))
    headers.set('Content-Type', 'application/json');
  // Long work is followed by the event stream, not waited for.
  if (endpoint.method !== 'GET') headers.set('Prefer', 'respond-async');

  let response: Response;
  try {
    response = await fetch(address, {
      method: endpoint.method,
      headers,
      credentials: 'omit',
      ...(input.body === undefined
        ? {}
        : { body: input.body instanceof FormData ? input.body : JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  } catch (thrown) {
    if (input.signal?.aborted === true) throw thrown;
    throw new CallError({ kind: 'offline' });
  }
  if (response.ok) return response;
  const body = await readJson(response);
  // What anybody may call says nothing about the session: a wrong password is answered 401, too.
  if (endpoint.permission !== 'public' && token !== null) {
    if (response.status === 401) keeper?.rejected(token);
    if (response.status === 403 && codeOf(body) === 'stores.password_expired') keeper?.passwordExpired();
  }
  throw new CallError(readFailure(response.status, body));
}

function codeOf(body: unknown): string | null {
  return plainError.safeParse(body).data?.code ?? null;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
