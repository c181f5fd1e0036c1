import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { request as requestOverHttp } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inNetworks } from './networks.ts';

/** What is in no public use, of each family: an address that somebody names must not lead into our own network. */
const reserved4 = inNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
const public6 = inNetworks(['2000::/3']);
/** Within it: documentation, and tunnels that carry an IPv4 address. */
const reserved6 = inNetworks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address is in public use. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved4(address);
  return isIP(address) === 6 && public6(address) && !reserved6(address);
}

/** Why nothing was answered. */
export type PostFault = 'address_private' | 'name_unknown' | 'no_answer' | 'not_reached' | 'certificate';

export type PostOutcome =
  | { readonly status: number; readonly fault: null }
  | { readonly status: null; readonly fault: PostFault };

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit of the whole exchange. */
  readonly timeoutMs: number;
  /** Hosts (`name` or `name:port`) that may be private and may be called without TLS. */
  readonly allowedHosts: readonly string[];
}

class PrivateAddress extends Error {}

/** Whether a host was named by the operator: by its name, or by its name and port. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
}

/**
 * Posts to an address that a user chose. The address that its name leads to is checked as the connection is made, so a name that is
 * changed between a check and the call leads nowhere else. No redirect is followed, and the answer's body is not read.
 */
export function postGuarded({ url, headers, body, timeoutMs, allowedHosts }: Post): Promise<PostOutcome> {
  const isAllowed = isAllowedHost(url, allowedHosts);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address in the place of a name is not looked up.
  if (!isAllowed && ((isIP(host) !== 0 && !isPublicAddress(host)) || url.protocol !== 'https:')) {
    return Promise.resolve({ status: null, fault: 'address_private' });
  }
  return new Promise((resolve) => {
    const open = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
    const sent = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: isAllowed ? resolveHere : resolvePublic,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, fault: null });
      answer.destroy();
    });
    sent.on('error', (error) => {
      resolve({ status: null, fault: faultOf(error) });
    });
    sent.end(body);
  });
}

function faultOf(error: Error): PostFault {
  if (error instanceof PrivateAddress) return 'address_private';
  const code = 'code' in error ? String(error.code) : '';
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || code === 'ABORT_ERR')
    return 'no_answer';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_unknown';
  return /CERT|SSL|SELF_SIGNED|UNABLE_TO_|ALTNAME|EPROTO/.test(code) ? 'certificate' : 'not_reached';
}

/** Looks a name up for a connection, and refuses it where any of its addresses is not public. */
const resolvePublic: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) done(error, '');
    else if (addresses.some(({ address }) => !isPublicAddress(address))) done(new PrivateAddress(name), '');
    else answerLookup(addresses, options.all === true, done);
  });
};

/** As browsers do: `*.localhost` is this machine. */
const resolveHere: LookupFunction = (name, options, done) => {
  if (name === 'localhost' || name.endsWith('.localhost')) {
    answerLookup([{ address: '127.0.0.1', family: 4 }], options.all === true, done);
    return;
  }
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) done(error, '');
    else answerLookup(addresses, options.all === true, done);
  });
};

function answerLookup(
  addresses: readonly LookupAddress[],
  all: boolean,
  done: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
  else if (all) done(null, [...addresses]);
  else done(null, first.address, first.family);
}
