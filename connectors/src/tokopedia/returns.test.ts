import { describe, expect, it } from 'vitest';
import type { Recorded } from '../kit/recorded-http.fixture.ts';
import { failed, now, ok, shopWith } from './app.fixture.ts';
import { returns } from './returns.ts';

const window = { from: new Date(now.getTime() - 3_600_000), to: now };
/** tokopedia.md 6. */
const ticket = {
  id: 501,
  problem_type: 'Barang rusak',
  status: 'open',
  open_date: '2026-01-05 10:30:00',
  sla_date: '2026-01-08 10:30:00',
  close_date: '',
  invoice_number: 'INV/20260110/XX/I/502',
  solution: '',
  fault: '',
  shipping_amt: 0,
  total_issued_funds: 0,
  complaint_product: [
    {
      id: 15242279,
      Name: 'Kaos Polos',
      qty: 2,
      price: 50000,
      final_price: 50000,
      image: 'https://img.test/a',
    },
  ],
};
const closed = { status: 'closed', close_date: '2026-01-05 10:45:00' };
const listed = (...tickets: readonly object[]) => ({
  is_success: true,
  startdate: '2026-01-01',
  enddate: '2026-01-05',
  shops: [
    { shop_id: 479573, shop_name: 'Ours', ticket: tickets.map((each) => ({ ...ticket, ...each })) },
    { shop_id: 1, shop_name: 'Another', ticket: [{ ...ticket, id: 999 }] },
  ],
});
const shopOf = (answer: () => Recorded) => shopWith({ '/ticket': answer });

describe('complaints at Tokopedia (tokopedia.md 6)', () => {
  it.each([
    ['in an envelope', (data: object) => ok(data)],
    ['without one', (data: object): Recorded => ({ body: data })],
  ])('are read %s, those of this shop alone, and cannot be answered', async (_form, wrap) => {
    const shop = shopOf(() => wrap(listed({})));
    const page = await returns.page(shop.access, null, window);
    expect(page).toMatchObject({ unreadable: [], next: null });
    expect(page.returns).toHaveLength(1);
    expect(page.returns[0]).toMatchObject({
      returnId: '501',
      order: { number: 'INV/20260110/XX/I/502' },
      state: 'pending',
      rawState: 'open',
      canAccept: false,
      canDispute: false,
      reason: 'Barang rusak',
      createdAt: new Date('2026-01-05T03:30:00Z'),
      dueAt: new Date('2026-01-08T03:30:00Z'),
      refundAmount: null,
      lines: [{ lineId: '15242279', name: 'Kaos Polos', units: 2 }],
    });
    const asked = new URL(shop.called('/ticket')[0]?.url ?? '').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      shop_id: '479573',
      start_date: '2025-12-06',
      end_date: '2026-01-05',
    });
  });

  it.each([
    [
      { total_issued_funds: 100_000, solution: 'refund' },
      { state: 'accepted', rawState: 'refund' },
    ],
    [
      { total_issued_funds: 1, solution: 'setengah' },
      { state: 'accepted', rawState: 'setengah' },
    ],
    [{ solution: '' }, { state: 'refused', rawState: 'closed' }],
  ])('that closed with %j are %j', async (more, expected) => {
    const shop = shopOf(() => ok(listed({ ...closed, ...more })));
    expect(await returns.read(shop.access, '501')).toMatchObject({
      ...expected,
      updatedAt: new Date('2026-01-05T03:45:00Z'),
      dueAt: null,
    });
    expect(await returns.read(shop.access, '999')).toBeNull();
  });

  it('that ended before the window are left out; one that does not fit is quarantined', async () => {
    const shop = shopOf(() =>
      ok(listed({ ...closed, close_date: '2026-01-04 10:00:00' }, { id: 502, invoice_number: '' })),
    );
    expect(await returns.page(shop.access, null, window)).toMatchObject({
      returns: [],
      unreadable: [{ reference: '502' }],
    });
  });

  it('that Tokopedia refuses to list are a fault', async () => {
    const shop = shopOf(() => failed(400, 'ORD_DLV_001', 'start_date must be YYYY-MM-DD'));
    await expect(returns.page(shop.access, null, window)).rejects.toMatchObject({
      fault: { kind: 'rejected' },
    });
  });
});
