import { expect, it } from 'vitest';
import { actionAfterExpiry, authoriseAction, marketplaceStatus } from './marketplace-status.rules.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const verified = {
  state: 'verified',
  needs_authorization: false,
  auth_expiry: null,
  place_state: 'chosen',
} as const;

it.each([
  [{ ...verified, needs_authorization: true }, { kind: 'expired' }],
  [{ ...verified, state: 'unverified', needs_authorization: true } as const, { kind: 'expired' }],
  [{ ...verified, state: 'unverified' } as const, { kind: 'not_authorised' }],
  [verified, { kind: 'authorised' }],
  [{ ...verified, place_state: 'moving' } as const, { kind: 'authorised' }],
  [{ ...verified, place_state: 'asked' } as const, { kind: 'place_unknown' }],
  [{ ...verified, place_state: 'unread' } as const, { kind: 'place_unknown' }],
  [
    { ...verified, auth_expiry: '2026-12-20T00:00:00Z' },
    { kind: 'expires', at: '2026-12-20T00:00:00Z', soon: false },
  ],
  [
    { ...verified, auth_expiry: '2026-11-24T00:00:00Z' },
    { kind: 'expires', at: '2026-11-24T00:00:00Z', soon: true },
  ],
])('shows %o as %o', (marketplace, status) => {
  expect(marketplaceStatus(marketplace, now)).toEqual(status);
});

it('verifies a shop that is not verified, and extends one that is', () => {
  expect(authoriseAction({ state: 'unverified', channel: 'lazada' })).toBe('verify');
  expect(authoriseAction({ state: 'verified', channel: 'lazada' })).toBe('extendExpiry');
  expect(authoriseAction({ state: 'verified', channel: 'qoo10' })).toBe('reVerify');
});

it('names the button that is shown after an authorisation has expired', () => {
  expect(actionAfterExpiry('shopee')).toBe('verify');
  expect(actionAfterExpiry('lazada')).toBe('extendExpiry');
  expect(actionAfterExpiry('qoo10')).toBe('reVerify');
});
