import type { SandboxReply } from '../../core/simulator.ts';

/** A call that the vendor answers with `{errors: [{code, message, details}]}` (amazon-sg.md 2). */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 400: something in the request is missing or wrong. */
export function invalidInput(message: string, details = ''): Failure {
  return new Failure(400, 'InvalidInput', message, details);
}

/** 403: no token, one that does not do, a path that is not there, or somebody else's things. */
export function unauthorised(details: string): Failure {
  return new Failure(403, 'Unauthorized', 'Access to requested resource is denied.', details);
}

export function notFound(message: string): Failure {
  return new Failure(404, 'NotFound', message);
}

export function quotaExceeded(): Failure {
  return new Failure(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
}

export function internalFailure(): Failure {
  return new Failure(500, 'InternalFailure', 'We encountered an internal error. Please try again.');
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxReply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: status === 204 ? '' : JSON.stringify(body),
  };
}

export function failureReply({ status, code, message, details }: Failure): SandboxReply {
  return json(status, { errors: [{ code, message, details }] });
}
