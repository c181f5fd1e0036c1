import { pino, type DestinationStream, type Level, type Logger } from 'pino';

/** Names whose values never reach a log, at the top or one or two levels down. */
const secrets = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'credentials',
  'sealed',
  'code',
  'sign',
  'state_token',
  'email',
  'phone',
  'buyer',
  'recipient',
  'name',
  'address',
  'fullAddress',
  'set-cookie',
];

const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** A mail address, which mail servers repeat when they reject it. */
const mailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g;
/** A long run of letters and digits: a token, a hash, a key. */
const opaque = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g;

/** The text of an error, with mail addresses and secrets removed. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(mailAddress, '[removed]').replaceAll(opaque, '[removed]');
}

/** The part of an error that is safe to log: no parameters of SQL statements and no request bodies. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'A value that is no error was thrown.' };
  const code = 'code' in error && typeof error.code === 'string' ? { reason: error.code } : {};
  return {
    type: error.constructor.name,
    message: withoutQuotes(error.message),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
    ...code,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The program's log: JSON lines on standard output. Secrets and personal data are removed by the names of their fields. */
export function createLog(level: Level | 'silent', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[removed]' },
    serializers: { err: describeError, error: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
