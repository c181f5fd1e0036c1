import { throttled, unauthorised } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import { pino } from 'pino';
import { expect, it } from 'vitest';
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
