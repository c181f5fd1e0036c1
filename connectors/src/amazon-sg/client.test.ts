import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { callAmazon } from './client.ts';
import { failure, seller } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

const call = {
  operation: 'searchListingsItems',
  method: 'GET',
  path: '/listings/2021-08-01/items/A1EXAMPLE',
  query: { identifiers: ['A/1', 'B C'], identifiersType: 'SKU' },
} as const;

const faultOf = async (answer: Answer) => {
  const { access } = seller(() => answer);
  const error: unknown = await callAmazon(access, call).catch((thrown: unknown) => thrown);
  return error instanceof ChannelError ? error.fault : error;
};

describe('a call (amazon-sg.md 1, 2)', () => {
  it('carries the token, a user agent of the demanded form, and lists joined by commas', async () => {
    const { access, requests } = seller(() => ({ body: {} }));
    await callAmazon(access, call);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://api.test/listings/2021-08-01/items/A1EXAMPLE?identifiers=A%2F1,B%20C&identifiersType=SKU',
      group: 'searchListingsItems',
      headers: { 'x-amz-access-token': 'Atza|token' },
    });
    expect(requests[0]?.headers?.['user-agent']).toMatch(/^\w+\/[\d.]+ \(Language=\w+\)$/);
    expect(requests[0]).not.toHaveProperty('body');
  });

  it.each([
    'The access token you provided has expired.',
    'Access token is missing in the request header.',
    'The access token you provided is revoked, malformed or invalid.',
  ])('answered 403 with "%s" is unauthorised', async (details) => {
    const body = failure('Unauthorized', 'Access to requested resource is denied.', details);
    expect(await faultOf({ status: 403, body })).toMatchObject({ kind: 'unauthorised' });
    expect(await faultOf({ status: 401, body })).toMatchObject({ kind: 'unauthorised' });
  });

  it.each([
    ['a role that the app lacks', 403, failure('Unauthorized', 'Access to requested resource is denied.')],
    ['wrong parameters', 400, failure('InvalidInput', 'Request is missing or has invalid parameters')],
    ['what is not there', 404, failure('NOT_FOUND', 'SKU not found')],
    ['too large a body', 413, failure('PayloadTooLarge', 'Too large')],
    ['another media type', 415, failure('UnsupportedMediaType', 'Unsupported')],
  ])('%s is refused', async (_what, status, body) => {
    expect(await faultOf({ status, body })).toMatchObject({ kind: 'rejected' });
  });

  it('gives the error in Amazon’s words', async () => {
    const body = failure('InvalidInput', 'Invalid Input', 'pageSize must be at most 20');
    expect(await faultOf({ status: 400, body })).toEqual({
      kind: 'rejected',
      code: 'InvalidInput',
      reason: fromChannel('Amazon: Invalid Input pageSize must be at most 20'),
    });
  });

  it('that came too soon waits for about one refill of its bucket', async () => {
    const body = failure('QuotaExceeded', 'You exceeded your quota for the requested resource.');
    expect(await faultOf({ status: 429, body })).toMatchObject({ kind: 'throttled', afterSeconds: 0.2 });
    const headers = { 'x-amzn-ratelimit-limit': '0.5' };
    expect(await faultOf({ status: 429, headers, body })).toMatchObject({ afterSeconds: 2 });
  });

  it.each([
    ['a fault of theirs', 500, failure('InternalFailure'), 'unavailable'],
    ['a web page in its place', 503, '<html>busy</html>', 'unavailable'],
    ['a web page', 200, '<html>busy</html>', 'unexpected'],
    ['half an answer', 200, '{"items":[', 'unexpected'],
    ['an error without its list', 400, {}, 'unexpected'],
  ])('answered with %s leaves a write unknown', async (_what, status, body, kind) => {
    expect(await faultOf({ status, body })).toMatchObject({ kind });
  });
});
