import { describe, expect, test } from 'vitest';
import { codeOf, Harness } from './harness.fixture.ts';

describe('the certification key', () => {
  test('is got with the request line of the document', async () => {
    const harness = new Harness(1);
    const { key, user_id, password } = harness.seller;
    const base = harness.sandbox.control.apps().qoo10?.hosts['api'] ?? '';
    const line = `/GMKT.INC.Front.QAPIService/Giosis.qapi?v=1.0&returnType=json&method=CertificationAPI.CreateCertificationKey&key=${key}&user_id=${user_id}&pwd=${encodeURIComponent(password)}`;
    const got: unknown = await (await harness.sandbox.fetch(`${base}${line}`)).json();
    expect(got).toEqual({
      ResultObject: expect.stringMatching(/^S5bn\w+$/),
      ResultCode: 0,
      ResultMsg: 'Success',
    });
  });

  test('is refused for a wrong key, user or password, with a null object', async () => {
    const harness = new Harness(1);
    const { seller, client } = harness;
    for (const wrong of [{ key: 'x' }, { user_id: 'nobody1' }, { password: 'x' }]) {
      const got = await client.authorise({ ...seller, ...wrong });
      expect(got.ResultObject).toBeNull();
      expect(codeOf(got)).toBeLessThan(0);
      expect(got.ResultMsg).not.toBe('');
    }
  });

  test('opens every calling form, and several keys are good at a time', async () => {
    const harness = await new Harness(1).begin();
    const { client } = harness;
    const first = client.key;
    await client.authorise(harness.seller);
    expect(client.key).not.toBe(first);
    for (const form of ['query', 'path', 'path-and-key', 'class-path'] as const) {
      client.form = form;
      for (const key of [first, client.key]) {
        const got = await client.call('CommonInfoLookup.SearchBrand', { KEYWORD: 'kopi' }, key);
        expect(got).toMatchObject({
          ResultCode: 0,
          ResultObject: [{ M_B_NO: '5001', M_B_NM: 'Kopi Corner' }],
        });
      }
    }
  });

  test('ends after a year, or when the seller takes the consent back', async () => {
    const harness = await new Harness(1).begin();
    const { client, seller } = harness;
    harness.pass(366 * 86_400);
    expect(await client.call('CommonInfoLookup.SearchBrand')).toEqual({
      ErrorCode: -90004,
      ErrorMsg: 'The certification key has expired.',
    });
    await client.authorise(seller);
    expect(codeOf(await client.call('CommonInfoLookup.SearchBrand'))).toBe(0);
    harness.sandbox.control.revoke('qoo10', harness.shop);
    expect(codeOf(await client.call('CommonInfoLookup.SearchBrand'))).toBe(-90004);
    expect(codeOf(await client.authorise(seller))).toBe(-10000);
    expect(harness.seller).not.toEqual(seller);
    expect(codeOf(await client.authorise(harness.seller))).toBe(0);
  });
});

describe('the gateway', () => {
  test('refuses wrong keys and unknown methods in the form of its country', async () => {
    const harness = await new Harness(1).begin();
    const { client } = harness;
    expect((await client.call('CommonInfoLookup.SearchBrand', {}, 'wrong')).ErrorCode).toBe(-10000);
    expect((await client.call('ItemsLookup.GetEverything')).ErrorCode).toBe(-90001);
    client.entry = 'ebayjapan';
    expect(await client.call('ItemsLookup.GetEverything')).toMatchObject({
      ResultCode: -90001,
      ResultObject: null,
    });
  });

  test('writes XML when asked', async () => {
    const harness = await new Harness(1).begin();
    const response = await harness.client.send('CommonInfoLookup.SearchBrand', {
      keyword: 'kopi',
      returnType: 'text/xml',
    });
    expect(response.headers.get('content-type')).toContain('text/xml');
    expect(await response.text()).toBe(
      '<?xml version="1.0" encoding="utf-8"?><StdResult><ResultObject><Item><M_B_NO>5001</M_B_NO><M_B_NM>Kopi Corner</M_B_NM></Item></ResultObject><ResultCode>0</ResultCode><ResultMsg>Success</ResultMsg></StdResult>',
    );
  });
});

test('faults name a method; a call that strikes one is answered in the manner of a web server', async () => {
  const harness = await new Harness(1).begin();
  const ItemCode = harness.addItem('KAYA', 10);
  const set = 'ItemsOrder.SetGoodsPriceQty';
  const { control } = harness.sandbox;
  control.setFaults([{ kind: 'throttle', rate: 1, call: set }]);
  const throttled = await harness.client.send(set, { ItemCode, Qty: '1' });
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await harness.code('CommonInfoLookup.SearchBrand', {})).toBe(0);
  control.setFaults([{ kind: 'error_after_commit', rate: 1, call: set }]);
  expect((await harness.client.send(set, { ItemCode, Qty: '2' })).status).toBe(500);
  expect(harness.left('KAYA')).toBe(2);
  control.setFaults([{ kind: 'expire_token', rate: 1, call: set }]);
  expect(await harness.code(set, { ItemCode, Qty: '3' })).toBe(-90004);
});
