import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { callSeller, faultOf, stampOf } from './client.ts';
import { app, now } from './seller.fixture.ts';

const call = { method: 'CommonInfoLookup.SearchBrand', parameters: { keyword: 'a' }, group: 'items' };

function calling(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const http = recordedHttp(now, () => ({ body, status, headers }));
  const access = accessTo(app, http, { shopId: 'demoseller', accessToken: 'S5bnDEMO' });
  return { http, result: callSeller(access, call) };
}

const faultIn = async (result: Promise<unknown>): Promise<unknown> => {
  const failed: unknown = await result.catch((error: unknown) => error);
  return failed instanceof ChannelError ? failed.fault : failed;
};

describe('a call to QAPI (qoo10.md 1.2)', () => {
  it('names the method in the path, and carries the key in a header: none of it is in the address', async () => {
    const { http, result } = calling({ ResultObject: [], ResultCode: 0, ResultMsg: 'Success' });
    await result;
    const [request] = http.requests;
    expect(request?.url).toBe(
      'https://api.qoo10.test/GMKT.INC.Front.QAPIService/Giosis.qapi/CommonInfoLookup.SearchBrand',
    );
    expect(request?.headers).toMatchObject({ GiosisCertificationKey: 'S5bnDEMO', QAPIVersion: '1.0' });
    expect(request?.body).toBe('returnType=json&keyword=a');
  });

  it('takes a code that comes as text', async () => {
    const { result } = calling({ ResultObject: 'x', ResultCode: '0', ResultMsg: 'Success' });
    expect((await result).envelope).toEqual({ code: 0, message: 'Success', result: 'x' });
  });
});

describe('the faults of QAPI (qoo10.md 2)', () => {
  it.each([
    [-10000, 'unauthorised'],
    [-90001, 'unauthorised'],
    [-90002, 'rejected'],
    [-90003, 'rejected'],
    [-90004, 'unauthorised'],
    [-90005, 'unauthorised'],
    [-10103, 'rejected'],
  ])('%d is %s, in both envelopes', async (code, kind) => {
    for (const body of [
      { ErrorCode: code, ErrorMsg: 'no' },
      { ResultObject: null, ResultCode: code, ResultMsg: 'no' },
    ]) {
      expect(await faultIn(calling(body).result)).toMatchObject({ kind, code: String(code) });
    }
  });

  it.each([
    ['ShippingBasic.GetShippingInfo_v2', -10002, /90 days/],
    ['ShippingBasic.GetShippingAndClaimInfoByOrderNo', -10002, /not an order number/],
    ['ShippingBasic.GetShippingInfo_v2', -10001, /dates/],
    ['ShippingBasic.GetShippingAndClaimInfoByOrderNo', -10003, /no such order/],
    ['ItemsLookup.GetItemDetailInfo', -10009, /neither on sale nor on queue/],
  ])('%s gives %d a meaning of its own', (method, code, words) => {
    expect(faultOf({ code, message: 'x', result: null }, method)?.message).toMatch(words);
  });

  it.each([
    ['<html>', 502, 'unavailable'],
    ['<html>', 200, 'unexpected'],
    [{ hello: 1 }, 200, 'unexpected'],
    [{ hello: 1 }, 500, 'unavailable'],
    ['', 429, 'throttled'],
  ])('%j with %d is %s', async (body, status, kind) => {
    expect(await faultIn(calling(body, status).result)).toMatchObject({ kind });
  });
});

it('writes instants in Singapore’s time (qoo10.md 4.2)', () => {
  expect(stampOf(Date.parse('2026-01-01T01:00:05.900Z'))).toBe('20260101090005');
  expect(stampOf(Date.parse('2026-01-01T20:00:00Z'))).toBe('20260102040000');
});
