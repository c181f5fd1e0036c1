import type { Shop } from '../core/shop.ts';
import type { Core, SandboxRequest } from '../core/simulator.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint } from './shop-call.ts';
import { cipherOf } from './shops.ts';
import { expectedSign, isSame } from './signature.ts';
import { isConsenting } from './tokens.ts';

/** Seconds by which a timestamp may be behind and ahead (tiktok.md 1.5). */
const mostBehind = 300;
const mostAhead = 30;

interface App {
  readonly id: string;
  readonly secret: string;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the call that a request is: by path, then method, then version. */
export class Routes {
  readonly #compiled: readonly { readonly endpoint: Endpoint; readonly parts: readonly string[] }[];

  constructor(endpoints: readonly Endpoint[]) {
    this.#compiled = endpoints
      .map((endpoint) => ({ endpoint, parts: endpoint.path.split('/') }))
      // Where a word and a named part both fit, the word is meant.
      .sort((one, other) => named(one.parts) - named(other.parts));
  }

  /** Throws 36009009 for a path that there is none of, 36009010 for another method, 36009014 for another version. */
  find(method: string, path: string): Route {
    const fitting = this.#compiled.flatMap(({ endpoint, parts }) => {
      const params = paramsOf(parts, path.split('/'));
      return params === null ? [] : [{ endpoint, params }];
    });
    if (fitting.length === 0) throw new Failure(36009009, 'Invalid path: there is no such API.', 404);
    const found = fitting.find(({ endpoint }) => endpoint.method === method);
    if (found === undefined) throw new Failure(36009010, `Invalid method: ${method}.`, 405);
    if (!found.endpoint.versions.includes(found.params['version'] ?? ''))
      throw new Failure(36009014, 'Invalid version of this API.', 400);
    return found;
  }
}

function named(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function paramsOf(parts: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  const fits = parts.every((part, index) => {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) return part === value;
    params[part.slice(1)] = value;
    return part === ':version' ? /^\d{6}$/.test(value) : value !== '';
  });
  return fits ? params : null;
}

/** Key, time and signature of a call (tiktok.md 1.2, 1.3, 1.5). Throws Failure. */
export function checkSigned(core: Core, app: App, request: SandboxRequest): void {
  const query = request.url.searchParams;
  for (const name of ['app_key', 'timestamp', 'sign']) {
    if ((query.get(name) ?? '') === '') throw badRequest(`Invalid or missing parameter ${name}.`);
  }
  if (query.get('app_key') !== app.id) throw badRequest('Invalid app_key.');
  const timestamp = query.get('timestamp') ?? '';
  const isNumber = /^\d{1,12}$/.test(timestamp);
  const behind = core.clock.seconds() - Number(timestamp);
  if (!isNumber || behind > mostBehind || -behind > mostAhead)
    throw badRequest('Invalid timestamp: it is expired, or in the future.');
  if ((request.headers['x-tts-access-token'] ?? '').trim() === '')
    throw badRequest('Invalid header x-tts-access-token: it is missing or malformed.');
  if (!isSame(query.get('sign') ?? '', expectedSign(app.secret, request)))
    throw new Failure(106001, 'Invalid sign: the signature does not match.', 401);
}

/** The shop whose seller let the app in with this token. Throws Failure. */
export function shopOfToken(core: Core, accessToken: string): Shop {
  const token = core.grants.token('tiktok', 'access', accessToken);
  const shop = token && core.shop('tiktok', token.shop);
  if (shop && isConsenting(core, shop)) return shop;
  if (core.grants.wasGiven('tiktok', accessToken))
    throw new Failure(105002, 'Access token is expired. Please refresh it.', 401);
  throw new Failure(105001, 'Access token is invalid.', 401);
}

/** `shop_cipher` where it belongs, and nowhere else (tiktok.md 1.2). */
export function checkCipher(query: URLSearchParams, endpoint: Endpoint, shop: Shop): void {
  const cipher = query.get('shop_cipher');
  if (endpoint.ofAccount === true) {
    if (cipher !== null) throw badRequest('Unexpected identifier: shop_cipher must not be given here.');
    return;
  }
  if (cipher === null || cipher === '')
    throw new Failure(106013, 'Missing identifier: shop_cipher is required.', 400);
  if (cipher !== cipherOf(shop))
    throw new Failure(101000, 'The access token is not authorized for this shop_cipher.', 401);
  const legacy = query.get('shop_id');
  if (legacy !== null && legacy !== shop.id) throw badRequest('Invalid shop_id.');
}
