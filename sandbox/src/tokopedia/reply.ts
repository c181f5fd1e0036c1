import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply } from '../core/simulator.ts';

/** Which of the two envelopes a call answers in (tokopedia.md 2). */
export type Envelope = 'header' | 'status';

/** A call that the vendor refuses. */
export class Failure extends Error {
  readonly status: number;
  /** `ORD_DLV_013`; empty where there is none. */
  readonly code: string;
  /** What it is about; `message` says it in general. */
  readonly reason: string;

  constructor(status: number, code: string, reason: string, message = usualMessage(status)) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

function usualMessage(status: number): string {
  return status >= 500
    ? 'Our server encounters an error. Please try again later.'
    : 'Your request could not be processed. Please check it.';
}

const processTime = 0.018;

export function answer(envelope: Envelope, data: unknown): SandboxReply {
  return envelope === 'status'
    ? jsonReply(200, { data, status: '200 Ok', error_message: [] })
    : jsonReply(200, {
        header: { process_time: processTime, messages: 'Your request has been processed successfully' },
        data,
      });
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export function failureAnswer(envelope: Envelope, failure: Failure): SandboxReply {
  const { status, code, reason, message } = failure;
  return envelope === 'status'
    ? jsonReply(status, {
        data: null,
        status: `${String(status)} ${statusTexts[status] ?? 'Error'}`,
        error_message: [reason],
      })
    : jsonReply(status, {
        header: { process_time: processTime, messages: message, reason, error_code: code },
        data: null,
      });
}

export function html(body: string): SandboxReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
