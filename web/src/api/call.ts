import type { CallInput, Endpoint } from '@evenstock/contract/api/endpoint';
import { plainError } from '@evenstock/contract/api/fields';
import { safeParse, type output } from 'zod';
import { doubtConnection } from './connection-doubts.ts';
import { CallError, readFailure } from './failure.ts';
import { fillPath, toQueryString } from './query-string.ts';
import { readToken } from './token.ts';
import { beginWait } from './waiting.ts';

/** The validated reply of an endpoint. */
export type Reply<E extends Endpoint> = output<E['reply']>;

/** Makes the key optional if the part may be empty. */
type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [N in Name]?: Value }
  : object extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** The input of `call`: only the parts that the endpoint declares are required. */
export type Input<E extends Endpoint> = Part<'params', CallInput<E>['params']> &
  Part<'query', CallInput<E>['query']> &
  Part<'body', CallInput<E>['body']> & { readonly signal?: AbortSignal };

/** The same input with unchecked types, such as a list builds from the URL. */
export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Decides which session token calls may carry. */
export interface TokenKeeper {
  /** Returns whether a call of this endpoint may carry this token. If not, the keeper handles the consequences. */
  mayCarry(endpoint: Endpoint, token: string | null): boolean;
  /** Called when the server rejects this token. */
  rejected(token: string): void;
  /** Called when the password of the token's account has expired. */
  passwordExpired(): void;
}

let keeper: TokenKeeper | null = null;

/** Registers the keeper of the token (the session). */
export function keepToken(by: TokenKeeper): void {
  keeper = by;
}

/**
 * Calls an endpoint of the contract and returns its validated reply.
 * A call whose token differs from the session's is not sent, and a 401 ends the session.
 * @throws CallError with field errors, a plain text, or `offline`
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends Input<E> ? [Input<E>?] : [Input<E>]
): Promise<Reply<E>> {
  return send(endpoint, input ?? {});
}

/** Same as `call`, for input whose type is only known at run time; the server validates it. */
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

/** Whether a reply may take long, because the server calls a marketplace or receives a file. */
const takesLong = (endpoint: Endpoint): boolean => consents(endpoint) || endpoint.takes === 'form';

/** Whether a call is part of a shop's consent. Its code works only once, so aborting the call early would lose it. */
function consents({ permission, path }: Endpoint): boolean {
  return permission === 'marketplace.authenticate' || path.startsWith('/api/marketplaces');
}

/** Sends a request and returns the response without reading its body, as the event stream needs. Throws CallError. */
export async function open(endpoint: Endpoint, input: LooseInput, accept: string): Promise<Response> {
  const query = toQueryString(record(input.query));
  const address = fillPath(endpoint.path, record(input.params)) + (query === '' ? '' : `?${query}`);
  const token = readToken();
  if (keeper?.mayCarry(endpoint, token) === false)
    throw new CallError({ kind: 'plain', status: 401, text: null });
  const headers = new Headers({ Accept: accept });
  if (token !== null) headers.set('Authentication-Token', token);
  // For forms, the browser sets the header with the multipart boundary.
  if (input.body !== undefined && !(input.body instanceof FormData))
    headers.set('Content-Type', 'application/json');
  // The event stream reports the progress of long work, so the reply does not wait for it.
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
    doubtConnection();
    throw new CallError({ kind: 'offline' });
  }
  if (response.ok) return response;
  const body = await readJson(response);
  // A public endpoint's 401 does not concern the session: a wrong password is answered 401, too.
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
