import { endpoints } from '@evenstock/contract/table';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.rules.ts';

const asked = z.object({
  page: z.coerce.number().optional(),
  q: z.strictObject({ sku_eq: z.string().optional(), s: z.string().optional() }).optional(),
});
const choice = z.union([
  z.object({ ids: z.array(z.number()) }),
  z.object({ q: z.object({ sku: z.string() }) }),
]);

it('names the field that is not known, and the known one that is most like it', () => {
  expect(unknownFields(asked, { page: 1, q: { sku_eq: 'A', s: 'id' } })).toEqual([]);
  expect(unknownFields(asked, { sku_eq: 'A' })).toEqual([{ path: ['sku_eq'], nearest: ['q', 'sku_eq'] }]);
  expect(unknownFields(asked, { q: { sku_eqq: 'A' } })).toEqual([
    { path: ['q', 'sku_eqq'], nearest: ['q', 'sku_eq'] },
  ]);
  expect(unknownFields(asked, { colour: 'red' })).toEqual([{ path: ['colour'], nearest: null }]);
});

it('takes the fields of one choice alone, and those that all choices share', () => {
  expect(unknownFields(choice, { ids: [1] })).toEqual([]);
  expect(unknownFields(choice, { q: { sku: 'A' } })).toEqual([]);
  expect(unknownFields(choice, { ids: [1], q: { sku: 'A' } })).toHaveLength(1);
  const shared = choice.and(z.object({ page: z.number() }));
  expect(unknownFields(shared, { page: 1, ids: [1] })).toEqual([]);
});

it('looks into lists, and lets records have any key', () => {
  const lines = z.object({
    lines: z.array(z.object({ id: z.number() })),
    answers: z.record(z.string(), z.string()),
  });
  const value = { lines: [{ id: 1 }, { id: 2, idd: 3 }], answers: { whatever: 'x' } };
  expect(unknownFields(lines, value).map(({ path }) => path)).toEqual([['lines', '1', 'idd']]);
});

it('a name that every object has is a name like any other', () => {
  expect(unknownFields(asked, { constructor: 'x', toString: 'y' }).map(({ path }) => path)).toEqual([
    ['constructor'],
    ['toString'],
  ]);
});

it('no endpoint takes a field that it does not name, but for what marketplaces add to the address of a consent', () => {
  const open = endpoints.filter(({ query, body }) =>
    [query, body].some((schema) => unknownFields(schema, { no_such_field: 1 }).length === 0),
  );
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'authoriseAmazonSg',
    'authoriseLazada',
    'authoriseShopee',
    'authoriseShopify',
    'authoriseTiktok',
  ]);
});
