import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply } from '../core/simulator.ts';
import type { SentCall } from './sent-call.ts';
import { toXml } from './xml.ts';

/** A call that a method refuses: `{ResultObject: null, ResultCode, ResultMsg}` (qoo10.md 2). Its numbers mean something else in each method. */
export class QapiError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A call that the gateway refuses before any method ran: `{ErrorCode, ErrorMsg}` in Singapore. */
export class GatewayError extends QapiError {}

/** Methods whose ResultCode is written as text (qoo10.md 2). */
const textCodes: ReadonlySet<string> = new Set([
  'ItemsBasic.EditGoodsStatus',
  'ItemsOptions.UpdateInventoryQtyUnit',
  'ShippingBasic.SetSendingInfo',
]);

/** The answer of a method that did what was asked. */
export function answer(sent: SentCall, result: unknown): SandboxReply {
  return write(sent, {
    ResultObject: result ?? null,
    ResultCode: textCodes.has(sent.method) ? '0' : 0,
    ResultMsg: 'Success',
  });
}

export function refusal(sent: SentCall, refused: QapiError): SandboxReply {
  if (refused instanceof GatewayError && sent.gateway === 'sg')
    return write(sent, { ErrorCode: refused.code, ErrorMsg: refused.message });
  const code = textCodes.has(sent.method) ? String(refused.code) : refused.code;
  return write(sent, { ResultObject: null, ResultCode: code, ResultMsg: refused.message });
}

/** HTTP 200 for nearly everything (qoo10.md 0). */
function write(sent: SentCall, envelope: object): SandboxReply {
  return sent.format === 'xml'
    ? {
        status: 200,
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: toXml('StdResult', envelope),
      }
    : jsonReply(200, envelope);
}
