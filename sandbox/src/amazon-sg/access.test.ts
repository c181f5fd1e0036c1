import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorIn, here, Harness } from './harness.fixture.ts';

const harness = new Harness(31);
beforeEach(async () => harness.begin());

const back = 'https://evenstock.example.test/marketplaces/authorize_amazon_sg';
const participations = '/sellers/v1/marketplaceParticipations';

async function visit(address: string, form?: Record<string, string>): Promise<Response> {
  const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  return harness.sandbox.fetch(address, { ...sent, redirect: 'manual' });
}

function sentTo(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'about:blank');
}

function consentAddress(more: Record<string, string> = {}): string {
  const query = {
    application_id: harness.app.extra['application_id'] ?? '',
    state: 'n0nce',
    redirect_uri: back,
    ...more,
  };
  return `${harness.app.hosts['seller'] ?? ''}/apps/authorize/consent?${new URLSearchParams(query).toString()}`;
}

describe('the website workflow', () => {
  test('without a log-in address the seller comes straight back with a code', async () => {
    expect(await (await visit(consentAddress())).text()).toContain('Lion City Lifestyle');
    const query = sentTo(
      await visit(consentAddress(), { shop: harness.shop, decision: 'allow' }),
    ).searchParams;
    expect([query.get('state'), query.get('selling_partner_id')]).toEqual(['n0nce', harness.shop]);
    const client = harness.newClient();
    const code = query.get('spapi_oauth_code') ?? '';
    expect((await client.authorise(code, back)).body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(client.accessToken).toMatch(/^Atza\|/);
    expect(client.refreshToken).toMatch(/^Atzr\|/);
    expect((await client.authorise(code, back)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('a draft is redirected through the log-in address, and carries version=beta again', async () => {
    const login = sentTo(
      await visit(consentAddress({ version: 'beta' }), { shop: harness.shop, decision: 'allow' }),
    );
    expect(login.href.startsWith(back)).toBe(true);
    const { amazon_callback_uri = '', amazon_state = '', ...rest } = Object.fromEntries(login.searchParams);
    expect(rest).toEqual({ selling_partner_id: harness.shop, version: 'beta' });
    const onward = (more: Record<string, string>): string => `${amazon_callback_uri}?${new URLSearchParams({ amazon_state, state: 'second', redirect_uri: back, ...more }).toString()}`; // oxfmt-ignore
    expect((await visit(onward({}))).status).toBe(400);
    const returned = sentTo(await visit(onward({ version: 'beta' }))).searchParams;
    expect(returned.get('state')).toBe('second');
    expect((await visit(onward({ version: 'beta' }))).status).toBe(400);
    expect((await harness.newClient().authorise(returned.get('spapi_oauth_code') ?? '', back)).status).toBe(
      200,
    );
  });

  test('only an app with registered addresses is redirected through the log-in address', async () => {
    const console = `${harness.app.hosts['seller'] ?? ''}/sellingpartner/developerconsole`;
    await visit(console, { login_uri: `${back}/login`, redirect_uris: back });
    expect((await visit(consentAddress({ redirect_uri: 'https://elsewhere.example.test/' }))).status).toBe(
      400,
    );
    const login = sentTo(await visit(consentAddress(), { shop: harness.shop, decision: 'allow' }));
    expect(login.pathname).toMatch(/\/login$/);
    const onward = new URL(login.searchParams.get('amazon_callback_uri') ?? '');
    onward.searchParams.set('amazon_state', login.searchParams.get('amazon_state') ?? '');
    expect(sentTo(await visit(onward.href)).searchParams.get('selling_partner_id')).toBe(harness.shop);
  });

  test('without a redirect address the registered one is taken, and without any the code is shown', async () => {
    const asked = new URL(consentAddress());
    asked.searchParams.delete('redirect_uri');
    const allow = { shop: harness.shop, decision: 'allow' };
    expect(sentTo(await visit(asked.href, allow)).pathname).toMatch(/\/authorize_amazon_sg$/);
    await visit(`${harness.app.hosts['seller'] ?? ''}/sellingpartner/developerconsole`, {
      redirect_uris: `${back}/registered`,
    });
    expect(sentTo(await visit(asked.href, allow)).pathname).toMatch(/\/registered$/);
    await harness.begin();
    harness.sandbox.control.setReturnUrl('amazon-sg', null);
    const shown = await (await visit(asked.href, { shop: harness.shop, decision: 'allow' })).text();
    expect(shown).toMatch(/Authorisation code: AN[0-9a-f]+/);
  });

  test('another application, or a seller who cancels, gets nowhere', async () => {
    expect((await visit(consentAddress({ application_id: 'amzn1.sp.solution.other' }))).status).toBe(400);
    const cancelled = await visit(consentAddress(), { shop: harness.shop, decision: 'deny' });
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([200, null]);
  });
});

describe('Login with Amazon', () => {
  test('refuses as it does', async () => {
    const { client } = harness;
    const refusals = [
      await client.token({ grant_type: 'refresh_token', refresh_token: 'Atzr|wrong' }),
      await client.token({ grant_type: 'refresh_token' }),
      await client.token({ grant_type: 'password' }),
      await client.token({
        grant_type: 'refresh_token',
        refresh_token: client.refreshToken,
        client_secret: 'wrong',
      }),
    ];
    expect(refusals.map(({ status, body }) => [status, body])).toMatchObject([
      [400, { error: 'invalid_grant', error_description: "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission." }],
      [400, { error: 'invalid_request' }],
      [400, { error: 'unsupported_grant_type' }],
      [401, { error: 'invalid_client', error_description: 'Client authentication failed' }],
    ]); // oxfmt-ignore
  });

  test('a refresh keeps the refresh token; JSON does as well as a form', async () => {
    const { client } = harness;
    const old = client.accessToken;
    const got = await client.token({ grant_type: 'refresh_token', refresh_token: client.refreshToken }, true);
    expect(got.body).toMatchObject({ refresh_token: client.refreshToken, expires_in: 3600 });
    expect(client.accessToken).not.toBe(old);
  });

  test('a code ends after five minutes, and goes with the address that it was sent to', async () => {
    const grant = () =>
      harness.sandbox.control.grant('amazon-sg', harness.shop, { redirect_uri: back })['spapi_oauth_code'] ??
      '';
    expect((await harness.newClient().authorise(grant(), 'https://elsewhere.example.test/')).status).toBe(
      400,
    );
    const code = grant();
    await harness.pass(301);
    expect((await harness.newClient().authorise(code, back)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('a seller who takes it back ends every token; a year ends the refresh token', async () => {
    await harness.pass(366 * 86_400);
    expect((await harness.client.refresh()).body).toMatchObject({ error: 'invalid_grant' });
    await harness.begin();
    harness.sandbox.control.revoke('amazon-sg', harness.shop);
    expect((await harness.client.refresh()).body).toMatchObject({ error: 'invalid_grant' });
    expect((await harness.client.get(participations)).status).toBe(403);
  });
});

describe('tokens and quotas', () => {
  test('a missing, a wrong and an expired token are 403 with their reasons', async () => {
    const { client } = harness;
    const details = async (token: string) =>
      errorIn(await client.call('GET', participations, {}, undefined, token)).details;
    expect(await details('')).toBe('Access token is missing in the request header.');
    expect(await details('Atza|x')).toBe('The access token you provided is revoked, malformed or invalid.');
    await harness.pass(3_601);
    const expired = await client.get(participations);
    expect([expired.status, errorIn(expired)]).toEqual([
      403,
      { code: 'Unauthorized', message: 'Access to requested resource is denied.', details: 'The access token you provided has expired.' },
    ]); // oxfmt-ignore
    expect(expired.headers.get('x-amzn-requestid')).not.toBeNull();
    await client.refresh();
    expect((await client.get(participations)).body).toMatchObject({
      payload: [{ marketplace: { id: here, defaultCurrencyCode: 'SGD' }, storeName: 'Lion City Lifestyle' }],
    });
    expect((await client.get('/sellers/v1/nothing')).status).toBe(403);
    expect((await client.get('/listings/2021-08-01/items/AOTHER/X', { marketplaceIds: here })).status).toBe(
      403,
    );
  });

  test('the bucket of an operation empties, and fills at its rate', async () => {
    const { client } = harness;
    harness.addListing('A');
    const question = { marketplaceIds: here };
    const path = `/listings/2021-08-01/items/${harness.shop}`;
    for (let call = 0; call < 5; call += 1) expect((await client.get(path, question)).status).toBe(200);
    const refused = await client.get(path, question);
    expect([refused.status, errorIn(refused).code]).toEqual([429, 'QuotaExceeded']);
    expect(refused.headers.get('x-amzn-ratelimit-limit')).toBeNull();
    expect((await client.get(harness.item('A'), question)).headers.get('x-amzn-ratelimit-limit')).toBe('5');
    await harness.pass(0.2);
    expect((await client.get(path, question)).status).toBe(200);
  });

  test('faults answer in its words; the storage has its own', async () => {
    harness.addListing('A');
    const fault = (kind: 'throttle' | 'error_500', call: string) => {
      harness.sandbox.control.setFaults([{ kind, call }]);
    };
    fault('throttle', 'patchListingsItem');
    const throttled = await harness.setQuantity('A', 3);
    expect([throttled.status, errorIn(throttled).code]).toEqual([429, 'QuotaExceeded']);
    fault('error_500', 'patchListingsItem');
    expect(errorIn(await harness.setQuantity('A', 3)).code).toBe('InternalFailure');
    fault('throttle', 'uploadDocument');
    const made = await harness.client.post('/feeds/2021-06-30/documents', { contentType: 'text/plain' });
    const { url } = z.object({ url: z.string() }).parse(made.body);
    expect(await harness.client.upload(url, 'text/plain', 'x')).toBe(503);
    expect(harness.sandbox.control.calls('amazon-sg', harness.shop, 1)).toMatchObject([
      { call: 'uploadDocument', fault: 'throttle' },
    ]);
  });
});
