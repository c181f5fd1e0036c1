import { randomBytes } from 'node:crypto';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import pg from 'pg';
import type { Logger } from 'pino';
import { Refusal } from './routing.ts';

export interface ErrorReply {
  readonly status: number;
  readonly body:
    | {
        readonly error: string;
        readonly otp_required?: true;
        readonly second_factor_required?: true;
      }
    | { readonly errors: NonNullable<Refusal['fields']> };
  readonly retryAfterSeconds?: number;
}

/** Statuses that the web framework itself gives, in words. */
const frameworkTexts: Readonly<Record<number, string>> = {
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'Send JSON, with the content type application/json.',
};

/**
 * The answer to anything thrown while a call was served. What nobody foresaw gets a reference that the log repeats;
 * neither the answer nor the log tells what the input held.
 * @param name the endpoint's name
 */
export function answerTo(error: unknown, name: string, log: Logger): ErrorReply {
  if (error instanceof Refusal) {
    return error.status === 422
      ? { status: 422, body: { errors: error.fields ?? { base: [error.message] } } }
      : {
          status: error.status,
          body: { error: error.message, ...(error.flag === null ? {} : { [error.flag]: true }) },
        };
  }
  if (error instanceof ChannelError) return answerToChannel(error);
  const framework = frameworkStatus(error);
  if (framework !== null) return framework;

  const reference = randomBytes(4).toString('hex');
  log.error({ reference, endpoint: name, fault: withoutData(error) }, 'A call failed.');
  if (isDatabaseAway(error)) {
    return {
      status: 503,
      body: { error: `The database does not answer. Try again in a moment. Reference: ${reference}` },
      retryAfterSeconds: 2,
    };
  }
  return {
    status: 500,
    body: { error: `Sorry, something went wrong. Please try again later. Reference: ${reference}` },
  };
}

function answerToChannel({ fault, message }: ChannelError): ErrorReply {
  switch (fault.kind) {
    case 'throttled':
      return { status: 429, body: { error: message }, retryAfterSeconds: Math.ceil(fault.afterSeconds) };
    case 'rejected':
    case 'unauthorised':
      return { status: 422, body: { errors: { marketplace: [message] } } };
    case 'unavailable':
    case 'unexpected':
      return { status: 503, body: { error: message }, retryAfterSeconds: 5 };
  }
}

function frameworkStatus(error: unknown): ErrorReply | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const { statusCode } = error;
  if (statusCode === 400) {
    return {
      status: 422,
      body: { errors: { body: ['The body is not valid JSON. Check it and send it again.'] } },
    };
  }
  if (statusCode < 400 || statusCode >= 500) return null;
  return {
    status: statusCode,
    body: { error: frameworkTexts[statusCode] ?? 'The request cannot be served.' },
  };
}

/** Connection lost, refused, or the server shutting down or starting up. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'ENOENT' ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}

/** What a log may hold of an error: kind, codes and places in our code; anything quoted may come from a person. */
export function withoutData(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const places = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    kind: error.name,
    message: error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)=\([^)]*\)/g, '…'),
    ...(error instanceof pg.DatabaseError
      ? { code: error.code, constraint: error.constraint, table: error.table }
      : {}),
    at: places?.slice(0, 12).map((line) => line.trim()),
  };
}
