import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply } from '../core/simulator.ts';

/** A call that TikTok refuses (tiktok.md 2): gateway errors with a status of their own, business errors with 200. */
export class Failure extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The overloaded 36009004: the request itself is wrong; the message has the details. */
export function badRequest(message: string): Failure {
  return new Failure(36009004, message, 400);
}

/** One item of a batch that was not done; all others were (tiktok.md 2, partial failures). */
export interface ItemError {
  readonly code: number;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The `data` of a batch call: nothing but what went wrong. */
export function batchData(errors: readonly ItemError[]): object {
  return errors.length === 0 ? {} : { errors };
}

export function replyWith(requestId: string, data: unknown): SandboxReply {
  return jsonReply(200, { code: 0, message: 'Success', request_id: requestId, data });
}

export function replyFailure(requestId: string, { code, message, status }: Failure): SandboxReply {
  const reply = jsonReply(status, { code, message, request_id: requestId, data: null });
  return status === 429 ? { ...reply, headers: { ...reply.headers, 'retry-after': '1' } } : reply;
}
