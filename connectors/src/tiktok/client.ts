import { message, type Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { rejected, throttled, unauthorised, unavailable, undocumented, type Words } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import type { RateLimit, RateLimits } from '../kit/rate-limit.ts';
import { parseReply } from '../kit/read-records.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import { hmacHex } from '../kit/signing.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import { envelope, itemErrors } from './wire.ts';
import type { Envelope } from './wire.ts';
import { channel } from './channel.ts';

/**
 * TikTok Shop Open API, 202309 and later (tiktok.md 0 to 2).
 * Hosts: `api` (https://open-api.tiktokglobalshop.com, all regions), `auth` (https://auth.tiktok-shops.com, tokens),
 * `authorize` (https://services.tiktokshop.com/open/authorize, the seller's consent) and, if pages are to link there,
 * `seller` (the seller centre). Extra: `service_id`, the app's id on the consent page.
 * Credentials' extra: `cipher`, the name of the shop in calls, and `region`.
 */

/** The published default: 50 a second for each call of an app. The actual quota is undocumented (tiktok.md 2). */
const published: RateLimit & { scope: 'app' } = { perSecond: 50, burst: 50, scope: 'app' };
export const limits = {
  stock: published,
  products: published,
  orders: published,
  fulfilment: published,
  aftersales: published,
  shop: published,
  token: published,
} satisfies RateLimits;

type Parameters = Readonly<Record<string, string | number>>;

export interface TiktokCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the module on: '/order/202309/orders/search'. */
  readonly path: string;
  /** A list is one value, joined by commas. */
  readonly query?: Parameters;
  /** Sent as JSON; a call without one has an empty body, and is signed so. */
  readonly body?: unknown;
  readonly group: keyof typeof limits;
  /** Signs with this instant instead of the current time: TikTok refuses it once it is five minutes old (tiktok.md 1.5). */
  readonly at?: Date;
}

export interface TiktokReply {
  readonly envelope: Envelope;
  readonly reply: ChannelReply;
}

/** Query parameters that are not signed (tiktok.md 1.3). */
const unsigned = new Set(['sign', 'access_token', 'x-tts-access-token']);

/**
 * `sign`: lower-case hex HMAC-SHA256 of secret + path + parameters by name, values undecorated + body + secret (tiktok.md 1.3).
 * `body` is the very text that is sent; '' where there is none.
 */
export function sign(secret: string, path: string, parameters: Parameters, body: string): string {
  const named = Object.entries(parameters).filter(([name]) => !unsigned.has(name));
  named.sort(([one], [other]) => (one < other ? -1 : 1));
  const joined = named.map(([name, value]) => `${name}${value}`).join('');
  return hmacHex(secret, `${secret}${path}${joined}${body}${secret}`);
}

/** A call for one shop, named by its cipher. Throws for a fault of the whole call. */
export async function callShop(access: Access, call: TiktokCall): Promise<TiktokReply> {
  const answer = await askShop(access, call);
  throwFault(answer);
  return answer;
}

/** As `callShop`, but returns an answer with an error, for calls whose lines have errors of their own. */
export async function askShop(access: Access, call: TiktokCall): Promise<TiktokReply> {
  const cipher = access.credentials.extra['cipher'];
  if (cipher === undefined) {
    throw unauthorised('no_cipher', message('consent.shop_unknown_here', { channel }));
  }
  const query = { shop_cipher: cipher, ...call.query };
  return sendSigned(access.app, access.http, access.credentials.accessToken, { ...call, query });
}

/** A call for the seller as a whole, which must not name a shop (tiktok.md 1.2). Throws for a fault. */
export async function callSeller(
  app: AppKeys,
  http: ChannelHttp,
  accessToken: string,
  call: TiktokCall,
): Promise<TiktokReply> {
  const answer = await sendSigned(app, http, accessToken, call);
  throwFault(answer);
  return answer;
}

/** A token call: unsigned, the secret in the query (tiktok.md 1.1). Throws for a fault. */
export async function callToken(
  app: AppKeys,
  http: ChannelHttp,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<TiktokReply> {
  const asked = new URLSearchParams({ app_key: app.id, app_secret: app.secret, ...query });
  const url = `${app.hosts['auth'] ?? ''}${path}?${asked.toString()}`;
  const reply = await http.send({ method: 'GET', url, group: 'token' });
  const answer = { envelope: envelopeOf(reply), reply };
  throwFault(answer);
  return answer;
}

/** Throws the first fault that the answer to a write lists: what is listed was not done, whatever the code says (tiktok.md 2). */
export function throwItemError({ envelope: { data } }: TiktokReply): void {
  const [error] = itemErrors.safeParse(data).data?.errors ?? [];
  if (error === undefined) return;
  const { code, message: words } = error.detail?.extra_errors[0] ?? error;
  throw faultFor(code, words ?? '');
}

/** Parses the value of `data`. */
export function dataOf<T extends z.ZodType>(schema: T, answer: TiktokReply, path: string): z.output<T> {
  return parseReply(schema, answer.envelope.data, path);
}

async function sendSigned(
  app: AppKeys,
  http: ChannelHttp,
  accessToken: string,
  call: TiktokCall,
): Promise<TiktokReply> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const parameters: Parameters = {
    ...call.query,
    app_key: app.id,
    timestamp: Math.floor((call.at ?? http.now()).getTime() / 1000),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  query.set('sign', sign(app.secret, call.path, parameters, body));
  const reply = await http.send({
    method: call.method,
    url: `${app.hosts['api'] ?? ''}${call.path}?${query.toString()}`,
    headers: { 'content-type': 'application/json', 'x-tts-access-token': accessToken },
    group: call.group,
    ...(body === '' ? {} : { body }),
  });
  return { envelope: envelopeOf(reply), reply };
}

function envelopeOf(reply: ChannelReply): Envelope {
  const parsed = envelope.safeParse(parseJson(reply));
  if (parsed.success && (parsed.data.code !== '0' || reply.status < 400)) return parsed.data;
  throw undocumented(channel, reply.status);
}

function throwFault(answer: TiktokReply): void {
  const fault = faultOf(answer);
  if (fault !== null) throw fault;
}

/** Refusals that the document names (tiktok.md 2). */
const named: ReadonlySet<string> = new Set([
  '12052048',
  '12052990',
  '12052097',
  '12052024',
  '10007014',
  '25001001',
]);

/** The fault of a reply; null on success (tiktok.md 2). */
export function faultOf(answer: TiktokReply): ChannelError | null {
  const { code, message } = answer.envelope;
  if (code === '0') return null;
  const retryAfter = retryAfterSeconds(answer.reply);
  if (answer.reply.status >= 500) return unavailable(said(code, message));
  const fault = faultFor(code, message, retryAfter);
  // Codes that the document names keep their meaning; another may say in words that it passes.
  const isPassing = fault.fault.kind === 'rejected' && !named.has(code) && saysItPasses(message);
  return isPassing ? unavailable(fault.fault.reason) : fault;
}

/** Faults that need a new token or a new consent (tiktok.md 1.1, 2). */
const tokenCodes = new Set([
  '105001',
  '105002',
  '105003',
  '105004',
  '101000',
  '36004001', // refresh token expired
  '36004005', // no such authorisation
]);
const busyCodes = new Set(['36009003', '36009007']);
/** tiktok.md 2: of the app; the second is of the seller, as the document of a product call lists it. */
const limitCodes = new Set(['36009002', '12052109']);
/** A code for several faults: the message decides (tiktok.md 2). */
const parameterFault = '36009004';

/** Messages in place of words that would not help a seller. */
const explanations: Readonly<Record<string, Message>> = {
  '36004004': message('consent.code_over', { channel }),
  '105005': message('consent.permission_missing', { channel }),
  '36009033': message('consent.server_address_refused', { channel }),
};

/** The fault that a code stands for, of a whole call or of one item of it (tiktok.md 2). */
export function faultFor(code: string, message: string, retryAfter: number | null = null): ChannelError {
  if (tokenCodes.has(code)) return unauthorised(code, said(code, message));
  if (limitCodes.has(code)) return throttled(retryAfter ?? 1);
  if (busyCodes.has(code)) return unavailable(said(code, message));
  if (code === parameterFault) {
    // The timestamp was too old; a retry has a new one.
    if (/timestamp/i.test(message)) return throttled(1, said(code, message));
    if (/access[-_ ]?token/i.test(message)) return unauthorised(code, said(code, message));
  }
  return saysTooOften(message) ? throttled(retryAfter ?? 1) : rejected(code, said(code, message));
}

/** Whether a refusal is about the request's content. Codes of the gateway are 36…, 10….. (tiktok.md 2). */
export function isBusinessCode(code: string): boolean {
  return !/^(3600\d{4}|10[156]\d{3})$/.test(code);
}

/** TikTok's words without their trailing link for developers, or a message in their place (tiktok.md 2). */
function said(code: string, text: string): Words {
  const words = text.replace(/\s*For more details:.*$/is, '').trim();
  return explanations[code] ?? `TikTok: ${words === '' ? `error ${code}` : words}`;
}
