import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', { write: (line: string) => void (text += line) }));
  return text;
}

describe('the log', () => {
  it('drops secrets and personal data at any of the first three levels', () => {
    const secret = 'canary-4711';
    const text = logged((log) => {
      log.info({ password: secret, marketplaceId: 7 }, 'first');
      log.info({ request: { headers: { authorization: secret, cookie: secret } } }, 'second');
      log.info({ credentials: { accessToken: secret }, buyer: { phone: secret } }, 'third');
    });
    expect(text).not.toContain(secret);
    expect(text).toContain('"marketplaceId":7');
  });

  it('logs the type, message and cause of an error, and none of its other properties', () => {
    const text = logged((log) => {
      const error = Object.assign(new Error('the statement failed', { cause: new TypeError('the reason') }), {
        parameters: ['canary-4711'],
        code: '23505',
      });
      log.error({ err: error }, 'A job failed.');
    });
    expect(text).toContain('the statement failed');
    expect(text).toContain('the reason');
    expect(text).toContain('23505');
    expect(text).not.toContain('canary-4711');
  });
});
