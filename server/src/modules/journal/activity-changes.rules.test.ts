import { expect, it } from 'vitest';
import { changesOf } from './activity-changes.rules.ts';

it('keeps the values that differ; a field that was missing before was null', () => {
  const before = { name: 'Kopi', country: 'sg', send_stock_error: false };
  const after = {
    name: 'Teh',
    country: 'sg',
    address: null,
    company_name: 'Teh Ltd.',
    send_stock_error: true,
  };
  expect(changesOf('store.update', before, after)).toEqual({
    name: ['Kopi', 'Teh'],
    company_name: [null, 'Teh Ltd.'],
    send_stock_error: [false, true],
  });
});

it('a field that was not written is unchanged; one that was written as null is null', () => {
  const before = { name: 'Kopi', address: 'Here' };
  expect(changesOf('store.update', before, { name: undefined })).toEqual({});
  expect(changesOf('store.update', before, { address: null })).toEqual({ address: ['Here', null] });
});

it('half a character is kept as the database keeps it', () => {
  const changes = changesOf('store.update', { name: 'Kopi' }, { name: 'Kopi\ud800' });
  expect(changes).toEqual({ name: ['Kopi', 'Kopi\ufffd'] });
  expect(changesOf('store.update', { name: 'Kopi\ufffd' }, { name: 'Kopi\ud800' })).toEqual({});
});

it('lists with the same elements are equal', () => {
  const before = { quantity: 1, variant_ids: [1, 2] };
  expect(changesOf('variant.merge', before, { variant_ids: [1, 2] })).toEqual({});
  expect(changesOf('variant.merge', before, { variant_ids: [1] })).toEqual({ variant_ids: [[1, 2], [1]] });
});

it('keeps no field that is not listed for the key, whatever the record has', () => {
  const account = { password_expired: true, password_hash: 'old', email: 'kopi@shop.test' };
  const written = { password_expired: false, password_hash: 'new', email: 'teh@shop.test' };
  expect(changesOf('user.change_password', account, written)).toEqual({ password_expired: [true, false] });
  expect(changesOf('user.register', {}, written)).toEqual({});
});
