import { jsonReply } from '../core/json-reply.ts';
import type { Random } from '../core/random.ts';
import type { SandboxReply } from '../core/simulator.ts';

/** A call that Shopee refuses (2.2): its error name and message, and what is in `response` nevertheless. */
export class ShopeeError extends Error {
  readonly code: string;
  readonly status: number;
  readonly response: unknown;

  constructor(code: string, message: string, options: { status?: number; response?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = options.status ?? 200;
    this.response = options.response;
  }
}

export function badParameter(message: string): ShopeeError {
  return new ShopeeError('error_param', message);
}

/** What a call answers: inside `response` (2.1), or at the top level for the calls that are not wrapped. */
export type Answer =
  /** `warning` is a text on product calls, a list on those of shipping documents. */
  | { readonly response: unknown; readonly warning?: string | readonly object[] }
  /** The bytes themselves, without an envelope. */
  | { readonly file: Uint8Array; readonly mediaType: string }
  | { readonly top: Readonly<Record<string, unknown>> }
  | 'bare';

export function replyWith(random: Random, answer: Answer): SandboxReply {
  const envelope = { request_id: random.hex(32), error: '', message: '' };
  if (answer === 'bare') return jsonReply(200, envelope);
  if ('file' in answer)
    return { status: 200, headers: { 'content-type': answer.mediaType }, body: answer.file };
  if ('top' in answer) return jsonReply(200, { ...envelope, ...answer.top });
  return jsonReply(200, { ...envelope, warning: answer.warning ?? '', response: answer.response });
}

export function replyError(random: Random, error: ShopeeError): SandboxReply {
  const envelope = { request_id: random.hex(32), error: error.code, message: error.message };
  return jsonReply(
    error.status,
    error.response === undefined ? envelope : { ...envelope, response: error.response },
  );
}
