import type { SandboxReply } from '../core/simulator.ts';

/** A call that the vendor answers with a code (lazada.md 2). HTTP status is 200 all the same. */
export class Failure extends Error {
  readonly code: string;
  readonly type: 'ISV' | 'ISP' | 'SYSTEM';
  /** One entry for each SKU that was not written. */
  readonly detail: readonly object[] | null;

  constructor(
    code: string,
    message: string,
    type: Failure['type'] = 'ISV',
    detail: readonly object[] | null = null,
  ) {
    super(message);
    this.code = code;
    this.type = type;
    this.detail = detail;
  }
}

/** The answer of most calls: `{code: "0", data, request_id}`. */
export function answer(data: unknown, requestId: string): SandboxReply {
  return json({ code: '0', data, request_id: requestId });
}

/** The answer of the newer calls: everything is in `result`, which includes its own success flag. */
export function resultAnswer(result: object, requestId: string): SandboxReply {
  return json({ code: '0', result, request_id: requestId });
}

/** An answer without `data`, as token calls give it. */
export function flatAnswer(fields: object, requestId: string): SandboxReply {
  return json({ ...fields, code: '0', request_id: requestId });
}

export function failureAnswer(failure: Failure, requestId: string): SandboxReply {
  const { type, code, message, detail } = failure;
  return json({ type, code, message, request_id: requestId, ...(detail === null ? {} : { detail }) });
}

function json(body: object): SandboxReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(body),
  };
}
