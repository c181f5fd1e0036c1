import { completionAt } from '@evenstock/contract/connections/connections';
import { describe, expect, it } from 'vitest';
import { loginRedirect } from './login-redirect.rules.ts';

const { loginRedirect: facts } = completionAt('amazon-sg').consent;
if (facts === null) throw new Error('There is no login redirect to test.');

const begun = {
  state: 'ours',
  consentUrl: 'https://sellercentral.amazon.sg/apps/authorize/consent?state=ours',
};
const back = 'https://stock.example.test/marketplaces/authorize_amazon_sg';
const redirect = (callback: string, more = '') =>
  loginRedirect(
    facts,
    new URLSearchParams(`amazon_callback_uri=${encodeURIComponent(callback)}&amazon_state=theirs${more}`),
    begun,
    back,
  );

describe('the redirect back to Amazon', () => {
  it('carries both states and the return address', () => {
    expect(redirect('https://amazon.com/apps/authorize/confirm/amzn1.app')).toBe(
      `https://amazon.com/apps/authorize/confirm/amzn1.app?amazon_state=theirs&state=ours&redirect_uri=${encodeURIComponent(back)}`,
    );
    expect(redirect('https://amazon.com/confirm', '&version=beta')).toContain('version=beta');
  });

  it.each([
    ['another host', 'https://amazon.com.evil.test/confirm'],
    ['a host that ends alike', 'https://evilamazon.com/confirm'],
    ['no TLS', 'http://amazon.com/confirm'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
  ])('redirects nowhere with %s', (_what, callback) => {
    expect(redirect(callback)).toBeNull();
  });

  it('trusts the host of the consent page that the server named', () => {
    const sandbox = { state: 'ours', consentUrl: 'http://127.0.0.1:3008/apps/authorize/consent' };
    const query = new URLSearchParams({
      amazon_callback_uri: 'http://127.0.0.1:3008/apps/authorize/confirm/app',
      amazon_state: 'theirs',
    });
    expect(loginRedirect(facts, query, sandbox, back)).toContain('127.0.0.1:3008');
  });
});
