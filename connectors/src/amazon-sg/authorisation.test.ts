import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { authorisation } from './authorisation.ts';
import { app, now, seller } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

/** amazon-sg.md 1.2. */
const granted = {
  access_token: 'Atza|new',
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'Atzr|new',
};
const refused = {
  error: 'invalid_grant',
  error_description: 'The request has an invalid grant parameter : refresh_token.',
};
const returned = { state: 's', selling_partner_id: 'A1EXAMPLE', spapi_oauth_code: 'CODE' };

const complete = async (query: Readonly<Record<string, string>>, answer: Answer = { body: granted }) => {
  const { access, requests } = seller(() => answer);
  const result = await authorisation
    .complete(app, access.http, query, null)
    .catch((error: unknown) => (error instanceof ChannelError ? error.fault : error));
  return { result, form: new URLSearchParams(String(requests[0]?.body)), requests };
};

describe('authorising Amazon.sg (amazon-sg.md 1.1, 1.2)', () => {
  it('begins on Seller Central with the application, the state and the way back', () => {
    const asked = { returnTo: 'https://shop.test/back', state: 'state 1', shopName: null, now };
    const url = new URL(authorisation.begin(app, asked));
    expect(`${url.origin}${url.pathname}`).toBe('https://sellercentral.test/apps/authorize/consent');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      application_id: 'amzn1.sp.solution.test',
      state: 'state 1',
      redirect_uri: 'https://shop.test/back',
    });
  });

  it.each([
    ['as Amazon returns', returned],
    ['by the product’s own names', { seller_id: 'A1EXAMPLE', code: 'CODE' }],
  ])('exchanges the code, %s', async (_how, query) => {
    const { result, form, requests } = await complete(query);
    expect(result).toEqual({
      accessToken: 'Atza|new',
      accessExpiresAt: new Date('2026-11-20T05:00:00Z'),
      refreshToken: 'Atzr|new',
      refreshExpiresAt: new Date('2027-11-20T04:00:00Z'),
      shopId: 'A1EXAMPLE',
      extra: {},
    });
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://login.test/auth/o2/token' });
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'authorization_code',
      code: 'CODE',
      client_id: app.id,
      client_secret: app.secret,
    });
  });

  it('sends the redirect address in the exchange where one is given', async () => {
    const { form } = await complete({ ...returned, redirect_uri: 'https://shop.test/back' });
    expect(form.get('redirect_uri')).toBe('https://shop.test/back');
  });

  it.each([
    ['no code', { selling_partner_id: 'A1EXAMPLE' }, 'missing_code'],
    ['no seller', { spapi_oauth_code: 'CODE' }, 'missing_seller'],
  ])('asks nothing of Amazon when %s came back', async (_what, query, code) => {
    const { result, requests } = await complete(query);
    expect(result).toMatchObject({ kind: 'rejected', code });
    expect(requests).toEqual([]);
  });

  it.each([
    ['a used code', 400, refused, { kind: 'rejected', code: 'invalid_grant' }],
    ['keys that are wrong', 401, { error: 'invalid_client' }, { kind: 'rejected', code: 'invalid_client' }],
    ['a missing field', 400, { error: 'invalid_request' }, { kind: 'unavailable' }],
    ['a grant type that it does not know', 400, { error: 'unsupported_grant_type' }, { kind: 'unavailable' }],
    ['too many calls', 429, {}, { kind: 'throttled' }],
    ['a fault of its own', 500, '<html></html>', { kind: 'unavailable' }],
  ])('reports %s', async (_what, status, body, fault) => {
    const { result } = await complete(returned, { status, body });
    expect(result).toMatchObject(fault);
  });

  it('renews the access token, and keeps seller, refresh token and the year of the consent', async () => {
    const { access, requests } = seller(() => ({ body: { ...granted, refresh_token: undefined } }));
    const year = new Date('2027-05-01T00:00:00Z');
    const before = { ...access.credentials, refreshToken: 'Atzr|old', refreshExpiresAt: year };
    const renewed = await authorisation.refresh(app, access.http, before);
    expect(renewed).toEqual({
      ...before,
      accessToken: 'Atza|new',
      accessExpiresAt: new Date('2026-11-20T05:00:00Z'),
    });
    expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.body)))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'Atzr|old',
    });
  });

  it('is over when Amazon no longer renews', async () => {
    const { access } = seller(() => ({ status: 400, body: refused }));
    const dead = { ...access.credentials, refreshToken: 'Atzr|dead' };
    await expect(authorisation.refresh(app, access.http, dead)).rejects.toMatchObject({
      fault: { kind: 'unauthorised', code: 'invalid_grant' },
    });
    await expect(authorisation.refresh(app, access.http, access.credentials)).rejects.toMatchObject({
      fault: { kind: 'unauthorised' },
    });
  });
});
