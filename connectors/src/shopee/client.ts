import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import {
  rejected,
  removed,
  throttled,
  unauthorised,
  unavailable,
  unexpected,
  undocumented,
  type Words,
} from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import { idAsNumber } from '../kit/sent-fields.ts';
import { parseReply } from '../kit/read-records.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import { hmacHex } from '../kit/signing.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import type { Multipart } from '../kit/multipart.ts';
import { envelope } from './wire.ts';
import type { Envelope } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Shopee Open Platform v2 (shopee.md 1.4, 2).
 * Hosts: `api` (https://partner.shopeemobile.com), `auth` (https://open.shopee.com, the seller's consent),
 * and, if pages are to link there, `seller` (the seller centre).
 */

/** Shopee publishes no figure; 10 a second for each shop is what was seen to be stable (shopee.md 2.4). */
export const limits: RateLimits = {
  shop: { perSecond: 10, burst: 10, scope: 'shop' },
  app: { perSecond: 10, burst: 10, scope: 'app' },
};

/** Query parameters; a list is sent as a repeated key (shopee.md 1.5). */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

export interface ShopCall {
  readonly method: 'GET' | 'POST';
  /** From `/api/v2/` on. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent in place of the JSON body, for uploads (shopee.md 1.4). */
  readonly form?: Multipart;
  /** Signs with this instant instead of the current time: Shopee refuses it once it is five minutes old. */
  readonly at?: Date;
}

export interface ShopeeReply {
  readonly envelope: Envelope;
  readonly reply: ChannelReply;
}

/** The base string of a call, without separators (shopee.md 1.4): shop calls add the token and the shop. */
export function baseString(
  partnerId: string,
  path: string,
  timestamp: number,
  token = '',
  shopId = '',
): string {
  return `${partnerId}${path}${String(timestamp)}${token}${shopId}`;
}

/** `sign`: lower-case hex HMAC-SHA256 of the base string (shopee.md 1.4). */
export function sign(partnerKey: string, base: string): string {
  return hmacHex(partnerKey, base);
}

/** A call for one shop. Throws for a fault of the whole call; `tolerateFailure` hands back an answer with an error in it. */
export async function callShop(
  access: Access,
  call: ShopCall,
  tolerateFailure = false,
): Promise<ShopeeReply> {
  const reply = await sendShop(access, call);
  const answer = { envelope: envelopeOf(reply), reply };
  if (!tolerateFailure) throwFault(answer, access.http.now());
  return answer;
}

/**
 * A call for one shop that answers with a file; on failure it answers with the usual envelope, which is thrown as its fault
 * (shopee.md 5.3).
 */
export async function downloadShop(access: Access, call: ShopCall): Promise<ChannelReply> {
  const reply = await sendShop(access, call);
  const isFile =
    kindOf(reply.bytes) !== null ||
    (!/json/i.test(reply.headers['content-type'] ?? '') && !reply.text.trimStart().startsWith('{'));
  if (isFile && reply.status < 400 && reply.bytes.length > 0) return reply;
  throwFault({ envelope: envelopeOf(reply), reply }, access.http.now());
  throw unexpected(message('answers.no_file', { channel }));
}

/** The kind of file that bytes begin as, whatever the answer calls it; null for another. */
export function kindOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === '%PDF') return 'application/pdf';
  return start === 'PK\u0003\u0004' ? 'application/zip' : null;
}

function sendShop(access: Access, call: ShopCall): Promise<ChannelReply> {
  const { accessToken, shopId } = access.credentials;
  const timestamp = secondsOf(call.at ?? access.http.now());
  const signature = sign(
    access.app.secret,
    baseString(access.app.id, call.path, timestamp, accessToken, shopId),
  );
  const url = urlOf(access.app, call.path, {
    partner_id: access.app.id,
    timestamp,
    access_token: accessToken,
    shop_id: shopId,
    sign: signature,
    ...call.query,
  });
  return send(access.http, url, call, 'shop');
}

/** A public call: signed without token and shop (shopee.md 1.4). Throws for a fault. */
export async function callPublic(app: AppKeys, http: ChannelHttp, call: ShopCall): Promise<ShopeeReply> {
  const timestamp = secondsOf(call.at ?? http.now());
  const signature = sign(app.secret, baseString(app.id, call.path, timestamp));
  const url = urlOf(app, call.path, { partner_id: app.id, timestamp, sign: signature, ...call.query });
  const reply = await send(http, url, call, 'app');
  const answer = { envelope: envelopeOf(reply), reply };
  throwFault(answer, http.now());
  return answer;
}

/** An id as Shopee's JSON bodies take it: a number. */
export const wireId = (id: string): number => idAsNumber(id, channel);

/** Parses the value of `response` of a shop call. */
export function responseOf<T extends z.ZodType>(schema: T, answer: ShopeeReply, path: string): z.output<T> {
  return parseReply(schema, answer.envelope.response, path);
}

function send(http: ChannelHttp, url: string, call: ShopCall, group: 'shop' | 'app'): Promise<ChannelReply> {
  if (call.method === 'GET') return http.send({ method: 'GET', url, group });
  const { form } = call;
  return http.send({
    method: 'POST',
    url,
    group,
    headers: { 'content-type': form?.contentType ?? 'application/json' },
    body: form?.body ?? JSON.stringify(call.body ?? {}),
  });
}

function envelopeOf(reply: ChannelReply): Envelope {
  const parsed = envelope.safeParse(parseJson(reply));
  if (parsed.success && (parsed.data.error !== '' || reply.status < 400)) return parsed.data;
  throw undocumented(channel, reply.status);
}

function urlOf(app: AppKeys, path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  }
  return `${app.hosts['api'] ?? ''}${path}?${parameters.toString()}`;
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function throwFault(answer: ShopeeReply, now: Date): void {
  const fault = faultOf(answer, now);
  if (fault !== null) throw fault;
}

/** Shopee's words for a row that failed; a message where it has none. */
export const wordsOfRow = (reason: string | null | undefined): Words =>
  reason ? `Shopee: ${reason}` : message('refusals.no_reason', { channel });

/** The name of an error without its module: 'product.error_param' → 'error_param' (shopee.md 2.1). */
export function bareCode(error: string): string {
  return error.slice(error.lastIndexOf('.') + 1).trim();
}

const tokenCodes = new Set([
  'invalid_acceess_token', // Shopee's own spelling
  'invalid_access_token',
  'shop_access_expired',
  'error_shop_refresh_token',
  'error_merchant_refresh_token',
  'refresh_token_expired',
]);
/** The shop is not authorised to the app. */
const removedCodes = new Set(['shop_no_linked', 'partner_shop_no_link']);
const busyCodes = new Set(['error_server', 'error_network', 'error_inner', 'error_system_busy']);

/** Refusals of the document that its callers know, whatever words come with them (shopee.md 3.3, 5). */
const named = /in_(?:item_)?promotion|price_lock|not_ready_to_ship|can_not_print|should_print_first/;

/** The fault of a reply; null on success (shopee.md 2.2). */
export function faultOf(answer: ShopeeReply, now: Date): ChannelError | null {
  const { error, message: words } = answer.envelope;
  if (error === '') return null;
  const fault = namedFault(answer, now);
  const isNamed = named.test(bareCode(error));
  const isPassing = answer.reply.status >= 500 || (!isNamed && saysItPasses(`${bareCode(error)} ${words}`));
  return fault.fault.kind === 'rejected' && isPassing ? unavailable(fault.fault.reason) : fault;
}

function namedFault(answer: ShopeeReply, now: Date): ChannelError {
  const { error, message: words } = answer.envelope;
  const code = bareCode(error);
  const said = `Shopee: ${words === '' ? code : words}`;
  if (code === 'error_rate_limit') return throttled(retryAfterSeconds(answer.reply) ?? 1);
  // Orders and parcels use the same word for what their state does not allow (shopee.md 6.1), returns for a fault.
  if (error === 'error_limit' && /^\s*$|\blimit/i.test(words))
    return throttled(secondsToShopeeMidnight(now), message('answers.daily_limit', { channel }));
  if (saysTooOften(`${code} ${words}`)) return throttled(retryAfterSeconds(answer.reply) ?? 1, said);
  if (removedCodes.has(code)) return removed(code, said);
  if (tokenCodes.has(code)) return unauthorised(code, said);
  if (code === 'error_auth' && /(access_token|refresh_token|partner_id or shopid)/i.test(words)) {
    return unauthorised(code, said);
  }
  // The timestamp was too old; a retry has a new one.
  if (code === 'error_param' && /timestamp/i.test(words)) return throttled(1, said);
  if (busyCodes.has(code) || /core server/i.test(words)) return unavailable(said);
  if (code === 'error_data' && !/doesn't exist|not exist/i.test(words)) return unavailable(said);
  return rejected(code, said);
}

/** Shopee's daily limit ends at 00:00 UTC+8 (shopee.md 2.2). */
function secondsToShopeeMidnight(now: Date): number {
  const day = 86_400;
  const local = Math.floor(now.getTime() / 1000) + 8 * 3600;
  return day - (local % day);
}
