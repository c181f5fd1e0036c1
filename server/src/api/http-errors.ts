import { randomBytes } from 'node:crypto';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { fieldErrors, plainError } from '@evenstock/contract/api/fields';
import { english } from '@evenstock/contract/messages/english';
import { message, type Message, type MessageOnWire } from '@evenstock/contract/messages/message';
import pg from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { databaseTrouble, isOverTime, type DatabaseTrouble } from '../platform/database/database-errors.ts';
import { FilesUnreachable } from '../platform/files/sealed-files.ts';
import { Refusal, type FieldFaults } from './routing.ts';

export interface ErrorReply {
  readonly status: number;
  readonly body: z.infer<typeof plainError> | z.infer<typeof fieldErrors>;
  readonly retryAfterSeconds?: number;
  /** Names an unexpected error in its answer and in the log. */
  readonly reference?: string;
}

/** When files that are out of reach are worth another try. */
const FILES_AWAY_SECONDS = 60;
/** A database that does not answer is often back at once; one that takes no changes waits for a person. */
const DATABASE_AWAY_SECONDS = 2;
const DATABASE_TROUBLE_SECONDS = 30;

/** Statuses that the web framework itself gives. */
const frameworkReasons: Readonly<Record<number, Message>> = {
  413: message('api.body_too_large'),
  414: message('api.address_too_long'),
  415: message('api.not_json'),
};

/** The body of every status but 422. */
export function plainBody(reason: MessageOnWire, flag: Refusal['flag'] = null): z.infer<typeof plainError> {
  return { error: english(reason), ...reason, ...(flag === null ? {} : { [flag]: true }) };
}

/** The body of 422. */
function fieldsBody(fields: FieldFaults): z.infer<typeof fieldErrors> {
  const entries = Object.entries(fields);
  return {
    errors: Object.fromEntries(entries.map(([field, faults]) => [field, faults.map(english)])),
    codes: Object.fromEntries(entries.map(([field, faults]) => [field, [...faults]])),
  };
}

/**
 * The reply to an error of a call. An unexpected error gets a reference, which the log repeats; neither reveals the input.
 * @param name the endpoint's name
 */
export function answerTo(error: unknown, name: string, log: Logger): ErrorReply {
  if (error instanceof Refusal) {
    return error.status === 422
      ? { status: 422, body: fieldsBody(error.fields ?? { base: [error.reason] }) }
      : {
          status: error.status,
          body: plainBody(error.reason, error.flag),
          ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
        };
  }
  if (error instanceof ChannelError) return answerToChannel(error);
  const framework = frameworkStatus(error);
  if (framework !== null) return framework;

  const reference = randomBytes(4).toString('hex');
  log.error({ reference, endpoint: name, fault: withoutData(error) }, 'A call failed.');
  if (error instanceof FilesUnreachable) {
    return {
      status: 503,
      reference,
      body: plainBody(message('api.files_away', { reference })),
      retryAfterSeconds: FILES_AWAY_SECONDS,
    };
  }
  if (isOverTime(error)) {
    return {
      status: 503,
      reference,
      body: plainBody(message('api.database_slow', { reference })),
      retryAfterSeconds: DATABASE_TROUBLE_SECONDS,
    };
  }
  const trouble = databaseTrouble(error);
  if (trouble !== null) return answerToTrouble(trouble, reference);
  return { status: 500, reference, body: plainBody(message('api.internal', { reference })) };
}

function answerToTrouble(trouble: DatabaseTrouble, reference: string): ErrorReply {
  const reasons: Readonly<Record<DatabaseTrouble, Message>> = {
    away: message('api.database_away', { reference }),
    read_only: message('api.database_read_only', { reference }),
    full: message('api.database_full', { reference }),
  };
  return {
    status: 503,
    reference,
    body: plainBody(reasons[trouble]),
    retryAfterSeconds: trouble === 'away' ? DATABASE_AWAY_SECONDS : DATABASE_TROUBLE_SECONDS,
  };
}

function answerToChannel({ fault }: ChannelError): ErrorReply {
  const reason = fault.reason;
  switch (fault.kind) {
    case 'throttled':
      return { status: 429, body: plainBody(reason), retryAfterSeconds: Math.ceil(fault.afterSeconds) };
    case 'rejected':
    case 'unauthorised':
      return { status: 422, body: fieldsBody({ marketplace: [reason] }) };
    case 'unavailable':
    case 'unexpected':
      return { status: 503, body: plainBody(reason), retryAfterSeconds: 5 };
  }
}

function frameworkStatus(error: unknown): ErrorReply | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return null;
  const { statusCode } = error;
  if (statusCode === 400) return { status: 422, body: fieldsBody({ body: [message('api.invalid_json')] }) };
  if (statusCode < 400 || statusCode >= 500) return null;
  return { status: statusCode, body: plainBody(frameworkReasons[statusCode] ?? message('api.not_served')) };
}

/**
 * The part of an error that is safe to log: type, codes and stack; its message may quote a person. The log removes fields called `code`.
 */
export function withoutData(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const places = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    kind: error.name,
    message: error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)=\([^)]*\)/g, '…'),
    ...(error instanceof pg.DatabaseError
      ? { sqlstate: error.code, constraint: error.constraint, table: error.table }
      : {}),
    at: places?.slice(0, 12).map((line) => line.trim()),
  };
}
