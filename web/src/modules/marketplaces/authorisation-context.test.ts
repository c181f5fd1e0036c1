import { expect, it } from 'vitest';
import { readContexts } from './authorisation-context.ts';

const now = 1_800_000_000_000;
const fresh = {
  state: 's',
  storeId: 'kopi',
  marketplaceSlug: 'kopi-shopee',
  channel: 'shopee',
  consentUrl: 'https://open.shopee.com/auth',
  sellerId: null,
  at: now - 60_000,
};

it('keeps recent entries and drops old ones', () => {
  const old = { ...fresh, state: 'o', at: now - 2 * 60 * 60_000 };
  expect(readContexts(JSON.stringify([old, fresh]), now)).toEqual([fresh]);
});

it.each([null, '', 'nonsense', '{}', '[{"state":1}]'])('reads nothing from %s', (stored) => {
  expect(readContexts(stored, now)).toEqual([]);
});
