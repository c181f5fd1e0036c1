import { getOperationAST, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { actualCost, requestedCost, weight } from './cost.ts';
import { ordersQuery, productsQuery, setQuantities } from './documents.fixture.ts';
import { schema } from './schema/schema.ts';

function question(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('One operation is expected.');
  return { schema, document, operation, variables };
}

describe('query cost', () => {
  test.each([
    [
      'a page of titles',
      'query { products(first: 250) { nodes { id title } pageInfo { hasNextPage endCursor } } }',
      13,
    ],
    ['products with variants', productsQuery, 461],
    ['orders by 50', ordersQuery(50), 905],
    ['orders by 20', ordersQuery(20), 647],
    ['orders by 10', ordersQuery(10), 518],
    ['orders by 5', ordersQuery(5), 389],
    ['a mutation with its changes', setQuantities, 13],
    ['a count', 'query { ordersCount { count precision } }', 10],
  ])('%s costs %s at most', (_name, text, expected) => {
    expect(requestedCost(question(text))).toBe(expected);
  });

  test('page sizes may be variables, and edges cost what nodes do', () => {
    const text = 'query($n: Int) { products(first: $n) { edges { cursor node { id shop: title } } } }';
    expect(requestedCost(question(text, { n: 250 }))).toBe(13);
  });

  test('an answer costs by what came', () => {
    const text = 'query { products(first: 100) { nodes { id variants(first: 100) { nodes { id } } } } }';
    const one = { products: { nodes: [{ id: '1', variants: { nodes: [{ id: '2' }] } }] } };
    expect(actualCost(question(text), one)).toBe(6);
    expect(actualCost(question(text), { products: { nodes: [] } })).toBe(2);
  });

  test('between the recorded page sizes the weight grows with the logarithm', () => {
    expect([1, 2, 3, 4, 15, 30, 150, 250].map(weight)).toEqual([1, 1, 2, 3, 5, 6, 10, 11]);
  });
});
