import { message } from '@evenstock/contract/messages/message';
import { expect, it } from 'vitest';
import { isNeverPrinted } from './label-run.rules.ts';

it('a label that no marketplace or courier gives is never printed', () => {
  for (const reason of [
    message('printing.no_labels', { channel: 'Amazon SG' }),
    message('refusals.own_carrier_no_label'),
    message('refusals.cancelled_no_label', { channel: 'TikTok' }),
  ])
    expect(isNeverPrinted(reason, 'READY_TO_SHIP')).toBe(true);
});

it('a label before its shipment can still be printed, and none once the courier has the parcel', () => {
  const reason = message('refusals.label_outside_shipping', { channel: 'Shopee' });
  expect(isNeverPrinted(reason, 'READY_TO_SHIP')).toBe(false);
  expect(isNeverPrinted(reason, 'processing')).toBe(false);
  expect(isNeverPrinted(reason, null)).toBe(false);
  expect(isNeverPrinted(reason, 'SHIPPED')).toBe(true);
  expect(isNeverPrinted(reason, 'COMPLETED')).toBe(true);
});

it('a label that is late, or that nobody may ask for, can be had by a person', () => {
  expect(isNeverPrinted(message('printing.not_ready', { channel: 'Shopee' }), 'SHIPPED')).toBe(false);
  expect(isNeverPrinted(message('printing.not_authorised', { marketplace: 'Shop' }), 'SHIPPED')).toBe(false);
});
