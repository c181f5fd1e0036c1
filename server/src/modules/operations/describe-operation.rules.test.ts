import { expect, it } from 'vitest';
import { operations } from '../../wiring.ts';
import { describeRow } from './describe-operation.rules.ts';
import { errorMessages } from './operations.rules.ts';

const at = new Date('2026-11-22T10:00:00Z');
const row = { key: 'A', label: 'A', subjectType: null, subjectId: null, state: 'failed', at } as const;

it.each([
  ['order.mass_sync', 'not_found', {}, 'orders.sync_not_found', 'The order was not found.'],
  [
    'order.mass_sync',
    'missing',
    { marketplace: 'Shop' },
    'orders.sync_missing',
    'Shop does not know this order any more. You see what it last sent.',
  ],
  ['order.mass_sync', 'channel', { message: 'Slow down.' }, 'api.channel', 'Slow down.'],
  ['variant.automerge', 'refused', { reason: 'Not now.' }, 'api.channel', 'Not now.'],
  [
    'marketplace.import_orders',
    'missing',
    {},
    'pulls.record_missing',
    'It is not at the marketplace any more.',
  ],
] as const)('a row of %s that was written as %s is said', (kind, earlier, codeValues, code, text) => {
  const { reason } = describeRow({ ...row, code: earlier, codeValues }, operations[kind]);
  expect(reason).toMatchObject({ code, text });
});

it('an error that was written without a message is said', () => {
  expect(errorMessages({ code: 'channel', values: { message: 'No.' } }, true)).toEqual([
    { code: 'api.channel', values: { text: 'No.' } },
    { code: 'operations.stands', values: {} },
  ]);
});
