import { describe, expect, it } from 'vitest';
import { orderStatuses, parcelStages, statusOf } from './order-statuses.ts';

describe('Shopee’s statuses (shopee.md 4.2)', () => {
  it('holds every documented order_status and no other', () => {
    const documented =
      'UNPAID PENDING READY_TO_SHIP PROCESSED RETRY_SHIP SHIPPED TO_CONFIRM_RECEIVE IN_CANCEL CANCELLED TO_RETURN COMPLETED INVOICE_PENDING';
    expect(Object.keys(orderStatuses).sort()).toEqual(documented.split(' ').sort());
  });

  it('keeps one that nobody knows as unknown', () => {
    expect(statusOf('TELEPORTED')).toEqual({ state: 'unknown', rank: 0 });
  });

  it('holds every documented status of a parcel and no other', () => {
    const documented =
      'NOT_START READY REQUEST_CREATED PICKUP_DONE PICKUP_RETRY PICKUP_FAILED DELIVERY_DONE DELIVERY_FAILED REQUEST_CANCELED INVALID LOST PENDING_ARRANGE COD_REJECTED';
    expect(Object.keys(parcelStages).sort()).toEqual(
      documented
        .split(' ')
        .map((word) => `LOGISTICS_${word}`)
        .sort(),
    );
  });
});
