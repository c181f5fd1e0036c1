import type { CallInput, Endpoint } from '@evenstock/contract/endpoint';
import { safeParse, type output } from 'zod';
import { CallError, readFailure } from './failure.ts';
import { fillPath, toQueryString } from './query-string.ts';
import { readToken } from './token.ts';

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

let onUnauthorised: (token: string) => void = () => undefined;

/** Whom to tell when a call that carried a token is answered 401. */
export function whenUnauthorised(listener: (token: string) => void): void {
  onUnauthorised = listener;
}

/**
 * Calls an endpoint of the contract and returns its checked reply.
 * Throws CallError: field errors, a plain text, or no answer at all. A 401 ends the session whose token it carried.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends Input<E> ? [Input<E>?] : [Input<E>]
): Promise<Reply<E>> {
  return send(endpoint, input ?? {});
}

/** As `call`, for input whose shape is only known at run time; the server is the judge of it. */
export async function send<E extends Endpoint>(endpoint: E, input: LooseInput): Promise<Reply<E>> {
  const response = await open(endpoint, input, 'application/json');
  const body = await readJson(response);
  const reply = safeParse<E['reply']>(endpoint.reply, body);
  if (!reply.success) throw new CallError({ kind: 'plain', status: response.status, text: null });
  return reply.data;
}

/** Opens the answer of an endpoint without reading it: what the event stream needs. Throws CallError. */
export async function open(endpoint: Endpoint, input: LooseInput, accept: string): Promise<Response> {
  const query = toQueryString(record(input.query));
  const address = fillPath(endpoint.path, record(input.params)) + (query === '' ? '' : `?${query}`);
  const token = readToken();
  const headers = new Headers({ Accept: accept });
  if (token !== null) headers.set('Authentication-Token', token);
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  // Long work is followed by the event stream, not waited for.
  if (endpoint.method !== 'GET') headers.set('Prefer', 'respond-async');

  let response: Response;
  try {
    response = await fetch(address, {
      method: endpoint.method,
      headers,
      credentials: 'omit',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  } catch (thrown) {
    if (input.signal?.aborted === true) throw thrown;
    throw new CallError({ kind: 'offline' });
  }
  if (response.ok) return response;
  if (response.status === 401 && token !== null) onUnauthorised(token);
  throw new CallError(readFailure(response.status, await readJson(response)));
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
