import { message, type Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { ChannelError, rejected, throttled, unauthorised, unavailable, undocumented } from '../kit/errors.ts';
import { parseJson } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import { envelope } from './wire.ts';
import type { Envelope } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Qoo10's QAPI (qoo10.md 1, 2). Requests are not signed: a long-lived key in a header identifies the caller.
 * Hosts: `api` (https://api.qoo10.sg).
 */

/**
 * Qoo10 publishes no figure (qoo10.md 2): other clients call ten times a second. A burst allows one pass over the lists of orders,
 * which is twenty calls.
 */
export const limits: RateLimits = {
  stock: { perSecond: 5, burst: 5, scope: 'shop' },
  orders: { perSecond: 5, burst: 20, scope: 'shop' },
  // Reads of thousands of items must not delay orders.
  items: { perSecond: 5, burst: 10, scope: 'shop' },
  keys: { perSecond: 1, burst: 3, scope: 'shop' },
};

const entryPath = '/GMKT.INC.Front.QAPIService/Giosis.qapi';

export interface QapiCall {
  /** `Group.Method`, for instance `ItemsLookup.GetAllGoodsInfo`. */
  readonly method: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly group: string;
}

export interface QapiReply {
  readonly envelope: Envelope;
  readonly reply: ChannelReply;
}

/** A call for one seller. Throws for a fault. */
export async function callSeller(access: Access, call: QapiCall): Promise<QapiReply> {
  const reply = await send(access.app, access.http, access.credentials.accessToken, call);
  return understood(reply, call.method);
}

/** The same for an answer that need not be JSON. Returns it as it is. */
export function fetchSeller(access: Access, call: QapiCall): Promise<ChannelReply> {
  return send(access.app, access.http, access.credentials.accessToken, call);
}

/** A call with the seller's API key in place of a certification key (qoo10.md 1.1). Throws for a fault. */
export async function callWithApiKey(
  app: AppKeys,
  http: ChannelHttp,
  apiKey: string,
  call: QapiCall,
): Promise<QapiReply> {
  return understood(await send(app, http, apiKey, call), call.method);
}

/** Parses the value of `ResultObject`. */
export function resultOf<T extends z.ZodType>(schema: T, answer: QapiReply, method: string): z.output<T> {
  return parseReply(schema, answer.envelope.result, method);
}

/** Path, headers and a form (qoo10.md 1.2, form B): keys and passwords stay out of addresses, which end up in logs. */
function send(app: AppKeys, http: ChannelHttp, key: string, call: QapiCall): Promise<ChannelReply> {
  return http.send({
    method: 'POST',
    url: `${app.hosts['api'] ?? ''}${entryPath}/${call.method}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      GiosisCertificationKey: key,
      QAPIVersion: '1.0',
    },
    body: new URLSearchParams({ returnType: 'json', ...call.parameters }).toString(),
    group: call.group,
  });
}

/** The answer in its envelope. Throws the fault of a reply that has one. */
export function understood(reply: ChannelReply, method: string): QapiReply {
  const parsed = envelope.safeParse(parseJson(reply));
  if (!parsed.success || (reply.status >= 400 && parsed.data.code === 0)) {
    throw undocumented(channel, reply.status);
  }
  const fault = faultOf(parsed.data, method);
  if (fault !== null) throw reply.status >= 500 ? unavailable(fault.fault.reason) : fault;
  return { envelope: parsed.data, reply };
}

/** qoo10.md 2: codes of every method. -90001 is also Singapore's code for an expired key. */
const keyCodes = new Set([-10000, -90001, -90004, -90005]);
const notForThisKey = new Set([-90002, -90003]);

/** qoo10.md 2: the other codes differ by method. */
const knownRejections: Readonly<Record<string, Message>> = {
  'GetShippingInfo_v2 -10001': message('answers.dates_refused', { channel }),
  'GetShippingInfo_v2 -10002': message('answers.window_too_long', { channel, days: 90 }),
  'GetShippingInfo_v2 -10003': message('answers.status_unknown', { channel }),
  'GetShippingInfo_v2 -10004': message('answers.status_not_by_date', { channel }),
  'GetShippingAndClaimInfoByOrderNo -10001': message('answers.seller_unknown', { channel }),
  'GetShippingAndClaimInfoByOrderNo -10002': message('answers.order_number_invalid', { channel }),
  'GetShippingAndClaimInfoByOrderNo -10003': message('refusals.order_gone', { channel }),
  'GetItemDetailInfo -10009': message('refusals.item_inactive', { channel }),
};

/** The fault of a reply; null on success (qoo10.md 2). */
export function faultOf({ code, message: words }: Envelope, method: string): ChannelError | null {
  if (code === 0) return null;
  const name = String(code);
  const said = `Qoo10: ${words === '' ? `error ${name}` : words}`;
  if (keyCodes.has(code)) return unauthorised(name, said);
  if (notForThisKey.has(code)) {
    return rejected(name, message('consent.method_not_allowed', { channel, reason: said, method }));
  }
  if (saysTooOften(said)) return throttled(1, said);
  if (saysItPasses(said)) return unavailable(said);
  return rejected(name, knownRejections[`${method.slice(method.indexOf('.') + 1)} ${name}`] ?? said);
}

/** Whether a call was refused with this code. */
export function isRejection(error: unknown, ...codes: readonly number[]): boolean {
  return (
    error instanceof ChannelError &&
    error.fault.kind === 'rejected' &&
    codes.map(String).includes(error.fault.code)
  );
}

const eightHours = 8 * 3_600_000;

/** `yyyyMMddHHmmss`, in Singapore's time (qoo10.md 4.2). */
export function stampOf(at: number): string {
  return new Date(at + eightHours).toISOString().replace(/\D/g, '').slice(0, 14);
}
