import type { CallInput, Endpoint } from '@evenstock/contract/api/endpoint';
import { signIn } from '@evenstock/contract/accounts/accounts';
import { safeParse, type output } from 'zod';
import { web } from './addresses.ts';

/* The product's API, with which a journey makes its preconditions instead of clicking. */

export interface Person {
  readonly email: string;
  readonly password: string;
}

type Input<E extends Endpoint> = Partial<CallInput<E>>;

/** A signed-in account and its token. */
export interface Caller {
  /** The address of its program. */
  readonly web: string;
  /** The value of the browser's session cookie. */
  readonly token: string;
  /** Calls an endpoint as this account; throws the error answer. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<output<E['reply']>>;
}

/** Signs in without a browser, to the demo unless another program is named. */
export async function callerOf({ email, password }: Person, at = web): Promise<Caller> {
  const { user } = await callApi(signIn, { body: { user: { email, password } } }, undefined, at);
  return callerWith(user.authentication_token, at);
}

/** The account of this token. */
export function callerWith(token: string, at = web): Caller {
  return { web: at, token, call: (endpoint, input) => callApi(endpoint, input, token, at) };
}

/** Calls an endpoint without a session, or with a token. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  token?: string,
  at = web,
): Promise<output<E['reply']>> {
  const answer = await fetch(`${at}${addressOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { 'Authentication-Token': token }),
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} ${text.slice(0, 300)}`);
  const body: unknown = JSON.parse(text);
  const reply = safeParse<E['reply']>(endpoint.reply, body);
  if (!reply.success) throw new Error(`${endpoint.name} answered ${text.slice(0, 300)}`);
  return reply.data;
}

function addressOf({ path }: Endpoint, { params, query }: Input<Endpoint>): string {
  const parts = new Map(flat(params));
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(parts.get(name) ?? ''),
  );
  const search = new URLSearchParams(flat(query));
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** `{ per_page: 1, q: { name_cont: 'a' } }` → `per_page` 1, `q[name_cont]` a. */
function flat(value: unknown, prefix = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (['string', 'number', 'boolean'].includes(typeof inner)) return [[name, String(inner)]];
    return flat(inner, name);
  });
}
