import type { z } from 'zod';
import { rejected, throttled, unauthorised, unavailable, undocumented } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply, ChannelRequest } from '../kit/http.ts';
import { multipart } from '../kit/multipart.ts';
import type { UploadedFile } from '../kit/multipart.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import { idAsNumber } from '../kit/sent-fields.ts';
import { parseReply } from '../kit/read-records.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import { hmacHex } from '../kit/signing.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import { envelope, innerResult } from './wire.ts';
import type { Envelope } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Lazada Open Platform (lazada.md 1, 2).
 * Hosts: `api` (https://api.lazada.sg/rest; `api_my`, `api_th` … for other sites), `auth` (https://auth.lazada.com/rest),
 * `authorize` (https://auth.lazada.com/oauth/authorize) and, if pages are to link there, `seller` (the seller centre).
 */

/** Inventory calls: 50 a second for each seller; the others have limits of their own that are not published (lazada.md 2). */
export const limits: RateLimits = {
  inventory: { perSecond: 50, burst: 50, scope: 'shop' },
  products: { perSecond: 10, burst: 10, scope: 'shop' },
  orders: { perSecond: 10, burst: 10, scope: 'shop' },
  token: { perSecond: 5, burst: 5, scope: 'app' },
};

export interface LazadaCall {
  readonly method: 'GET' | 'POST';
  /** The path that is signed: without `/rest`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly group: string;
  /** Signs with this instant instead of the current time. */
  readonly at?: Date;
  /** Sent beside the parameters, as multipart; a file is not signed (lazada.md 1.4). */
  readonly file?: UploadedFile;
}

export interface LazadaReply {
  readonly envelope: Envelope;
  readonly reply: ChannelReply;
}

/** The text that is signed: the path, then every non-empty parameter's name and value, names in ASCII order (lazada.md 1.4). */
export function baseString(path: string, parameters: Readonly<Record<string, string>>): string {
  const named = Object.entries(parameters).filter(([name, value]) => name !== 'sign' && value !== '');
  named.sort(([one], [other]) => (one < other ? -1 : 1));
  return path + named.map(([name, value]) => name + value).join('');
}

/** `sign`: upper-case hex HMAC-SHA256 (lazada.md 1.4). */
export function sign(appSecret: string, path: string, parameters: Readonly<Record<string, string>>): string {
  return hmacHex(appSecret, baseString(path, parameters)).toUpperCase();
}

/** A call for one seller, on the host of the seller's site. Throws for a fault unless `tolerateFailure`. */
export async function callSeller(
  access: Access,
  call: LazadaCall,
  tolerateFailure = false,
): Promise<LazadaReply> {
  const country = access.credentials.extra['country'] ?? '';
  const host = access.app.hosts[`api_${country}`] ?? access.app.hosts['api'] ?? '';
  const answer = await send(access.app, access.http, host, call, access.credentials.accessToken);
  if (!tolerateFailure) throwFault(answer);
  return answer;
}

/** A token call: the auth host, no access token (lazada.md 1.2). Throws for a fault. */
export async function callAuth(app: AppKeys, http: ChannelHttp, call: LazadaCall): Promise<LazadaReply> {
  const answer = await send(app, http, app.hosts['auth'] ?? '', call, '');
  throwFault(answer);
  return answer;
}

/** Parses the value of `data`. */
export function dataOf<T extends z.ZodType>(schema: T, answer: LazadaReply, path: string): z.output<T> {
  return parseReply(schema, answer.envelope.data, path);
}

/**
 * Parses what a newer call answers in `result`: its `data`, or `result` itself where it has none. A `result` that says that it
 * did not succeed is thrown as its fault (lazada.md 2).
 */
export function resultOf<T extends z.ZodType>(schema: T, answer: LazadaReply, path: string): z.output<T> {
  const fault = innerFault(answer.envelope.whole['result']) ?? innerFault(answer.envelope.whole);
  if (fault !== null) throw fault;
  const result = innerResult.safeParse(answer.envelope.whole['result']);
  if (!result.success) return dataOf(schema, answer, path);
  return parseReply(schema, result.data['data'] ?? result.data, path);
}

/** An id as the JSON parameters take it: a number. */
export const wireId = (id: string): number => idAsNumber(id, channel);

/** System parameters are in the query; those of a POST are in a form, as they are long (lazada.md 1.5). All are signed. */
async function send(
  app: AppKeys,
  http: ChannelHttp,
  host: string,
  call: LazadaCall,
  accessToken: string,
): Promise<LazadaReply> {
  const system: Record<string, string> = {
    app_key: app.id,
    timestamp: String((call.at ?? http.now()).getTime()),
    sign_method: 'sha256',
    ...(accessToken === '' ? {} : { access_token: accessToken }),
  };
  const signature = sign(app.secret, call.path, { ...system, ...call.parameters });
  const inQuery = call.method === 'GET' ? { ...system, ...call.parameters } : system;
  const query = new URLSearchParams({ ...inQuery, sign: signature });
  const reply = await http.send({
    method: call.method,
    url: `${host}${call.path}?${query.toString()}`,
    group: call.group,
    ...(call.method === 'POST' ? bodyOf(call) : {}),
  });
  return { envelope: envelopeOf(reply), reply };
}

function bodyOf({ parameters, file }: LazadaCall): Pick<ChannelRequest, 'headers' | 'body'> {
  if (file === undefined) {
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(parameters).toString(),
    };
  }
  const { contentType, body } = multipart(parameters, file);
  return { headers: { 'content-type': contentType }, body };
}

function envelopeOf(reply: ChannelReply): Envelope {
  const parsed = envelope.safeParse(parseJson(reply));
  if (parsed.success && (parsed.data.code !== '0' || reply.status < 400)) return parsed.data;
  throw undocumented(channel, reply.status);
}

function throwFault(answer: LazadaReply): void {
  const fault = faultOf(answer);
  if (fault !== null) throw fault;
}

const waits: Readonly<Record<string, number>> = {
  ApiCallLimit: 1,
  '901': 1,
  AppCallLimit: 60,
  SellerCallLimit: 60,
  '998': 60,
};
const busyCodes = new Set(['ServiceTimeout', '40011', '6', '1000', '513', 'HttpConnectError']);
/** What an internal error is called: the reverse calls number it 106 (lazada.md 6). */
const internalCodes = new Set(['106', 'E0106']);
/** A consent of the service market lives as long as its order there, and is not renewed (lazada.md 1.2). */
const tokenCodes = new Set(['IllegalAccessToken', 'IllegalRefreshToken', 'AUTH_TYPE_UNSUPPORTED']);

/**
 * The fault of a reply; null on success (lazada.md 2). The code decides, as types vary for the same code; one that the document
 * does not name is passing where its type says that the platform failed.
 */
export function faultOf(answer: LazadaReply): ChannelError | null {
  const { type, code, message, whole } = answer.envelope;
  // Some calls have the outcome beside the code, others within their result.
  if (code === '0') return innerFault(whole['result'] ?? whole['data']) ?? innerFault(whole);
  const fault = faultFor(code, message, retryAfterSeconds(answer.reply));
  const isPlatforms = type?.toUpperCase() === 'SYSTEM' && fault.fault.kind === 'rejected';
  return isPlatforms ? unavailable(fault.fault.reason) : fault;
}

/** The fault of a call whose `result` says that it did not succeed. */
function innerFault(value: unknown): ChannelError | null {
  const result = innerResult.safeParse(value);
  if (!result.success || result.data.success !== false) return null;
  const { error_code, errorCode, error_msg, errorMsg } = result.data;
  return faultFor(error_code ?? errorCode ?? 'failed', error_msg ?? errorMsg ?? '');
}

/** The fault that a code stands for, of a whole call or of one row of it. */
export function faultFor(code: string, message: string, retryAfter: number | null = null): ChannelError {
  const said = `Lazada: ${message === '' ? `error ${code}` : message}`;
  const wait = waits[code];
  if (wait !== undefined) return throttled(retryAfter ?? wait, said);
  if (tokenCodes.has(code)) return unauthorised(code, said);
  if (busyCodes.has(code) || internalCodes.has(code)) return unavailable(said);
  // The timestamp was too old; a retry has a new one.
  if (/timestamp/i.test(code)) return throttled(1, said);
  if (saysTooOften(`${code} ${message}`)) return throttled(retryAfter ?? 1, said);
  return saysItPasses(`${code} ${message}`) ? unavailable(said) : rejected(code, said);
}
