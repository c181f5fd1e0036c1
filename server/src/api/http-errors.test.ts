import { throttled, unauthorised } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLog } from '../platform/process/log.ts';
import { answerTo } from './http-errors.ts';

const log = pino({ level: 'silent' });

it('a failed call to a marketplace carries the code of our words, or the words of the marketplace', () => {
  const values = { channel: 'Lazada' };
  expect(answerTo(throttled(30, message('connections.not_answering', values)), 'any', log)).toEqual({
    status: 429,
    body: {
      error: 'Lazada has not been answering. It is asked again by itself.',
      code: 'connections.not_answering',
      values,
    },
    retryAfterSeconds: 30,
  });
  expect(answerTo(unauthorised('x', 'Token expired.'), 'any', log).body).toEqual({
    errors: { marketplace: ['Token expired.'] },
    codes: { marketplace: [{ code: 'api.channel', values: { text: 'Token expired.' } }] },
  });
});

it.each([
  ['53100', 'The disk of the database is full.', 30],
  ['25006', 'The database takes no changes now.', 30],
  ['57014', 'That took the database too long.', 30],
  ['57P01', 'The database does not answer.', 2],
  ['53300', 'The database does not answer.', 2],
])('a database in trouble (%s) is 503, with what the trouble is', (code, sentence, retryAfterSeconds) => {
  const error = Object.assign(new pg.DatabaseError('trouble', 0, 'error'), { code });
  expect(answerTo(error, 'any', log)).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining(sentence) },
    retryAfterSeconds,
  });
});

it('the log of an unexpected error has its SQLSTATE and the reason, and nothing that the reason quotes', () => {
  let text = '';
  const lines = createLog('error', { write: (line: string) => void (text += line) });
  const error = Object.assign(new pg.DatabaseError('relation "canary-4711" does not exist', 0, 'error'), {
    code: '42P01',
    detail: 'canary-4711',
  });
  answerTo(error, 'orders.list', lines);
  expect(JSON.parse(text)).toMatchObject({
    endpoint: 'orders.list',
    fault: { sqlstate: '42P01', message: 'relation … does not exist' },
  });
  expect(text).not.toContain('canary-4711');
});
