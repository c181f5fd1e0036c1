import { describe, expect, it } from 'vitest';
import type { Cursor } from '../kit/paging.ts';
import type { OrderPage } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import { orders } from './orders.ts';
import { claim, now, ran, refused, row, sellerWith } from './seller.fixture.ts';

const LIST = 'ShippingBasic.GetShippingInfo_v2';
const CLAIMS = 'ShippingBasic.GetClaimInfo_v2';
const ONE = 'ShippingBasic.GetShippingAndClaimInfoByOrderNo';

type Row = Readonly<Record<string, unknown>>;
const inWindow = (date: unknown, form: Record<string, string>): boolean => {
  const stamp = String(date).replace(/\D/g, '');
  return stamp !== '' && stamp >= (form['search_Sdate'] ?? '') && stamp <= (form['search_Edate'] ?? '');
};
const listDates = ['', 'orderDate', 'PaymentDate', 'ShippingDate', 'DeliveredDate'];
const claimDates = ['', 'orderDate', 'requestDate', 'cancelRefundDate'];

/** A seller with these rows and claims, listed by the dates that are asked for. */
function sellerOf(rows: readonly Row[], claims: readonly Row[] = [], single: Row = {}) {
  const dated = (dates: readonly string[], form: Record<string, string>): string =>
    dates[Number(form['search_condition'])] ?? '';
  return sellerWith({
    [LIST]: (form) =>
      ran(
        rows.filter(
          (each) =>
            String(each['shippingStatus']).endsWith(`(${form['ShippingStat'] ?? ''})`) &&
            inWindow(each[dated(listDates, form)], form),
        ),
      ),
    [CLAIMS]: (form) =>
      ran(
        claims.filter(
          (each) =>
            each['claimStatus'] === form['ClaimStat'] && inWindow(each[dated(claimDates, form)], form),
        ),
      ),
    [ONE]: ({ OrderNo }) => {
      const listed = rows.find(({ orderNo }) => String(orderNo) === OrderNo);
      const claimed = claims.find(({ orderNo }) => String(orderNo) === OrderNo);
      if (listed === undefined && claimed === undefined) return refused(-10003);
      return ran([{ ...row, shippingStatus: '', ...claimed, ...listed, ...single }]);
    },
  });
}

const at = (text: string): Date => new Date(`${text}+08:00`);
const pageOf = (seller: ReturnType<typeof sellerOf>, from: string, to = now) =>
  orders.page(seller.access, null, { from: at(from), to });

describe('an order of Qoo10 (qoo10.md 4.2)', () => {
  it('is a cart: its lines are rows with one packNo', async () => {
    const other = {
      ...row,
      orderNo: 301234568,
      optionCode: '',
      option: '',
      orderPrice: 10,
      orderQty: 1,
      total: 10,
    };
    const { orders: got, next } = await pageOf(sellerOf([row, other]), '2026-01-01T08:00:00');
    expect(next).toBeNull();
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({
      number: '201234567',
      channelId: '201234567',
      createdAt: at('2026-01-01T09:00:00'),
      paidAt: at('2026-01-01T09:01:00'),
      shipBy: at('2026-01-03T00:00:00'),
      updatedAt: now,
      rawState: 'On request(2)',
      state: 'paid',
      category: null,
      shippingType: 'Delivery',
      shippingCarrier: 'Qxpress',
      currency: 'SGD',
      amounts: { subtotal: 4980, shippingFee: 398, total: 5378 },
      buyer: { name: 'Tan A', fullAddress: '1 DEMO RD #01-01', postalCode: '238823', phone: '+65-9000-0000' },
    });
    expect(got[0]?.lines).toMatchObject([
      {
        lineId: '301234567',
        itemId: '412345678',
        variantId: 'TEE-01-R-M',
        variantName: 'Color:Red/Size:M',
        unitPrice: 1990,
        total: 3980,
        ordered: 2,
        restored: null,
      },
      { lineId: '301234568', variantId: '0', ordered: 1 },
    ]);
  });

  it.each([
    [{ orderPrice: 39.8, total: 39.8 }, 1990],
    [{ orderPrice: 19.9, total: 39.8 }, 1990],
    [{ orderPrice: '19.90', total: '34.80', discount: '5' }, 1990],
    [{ orderPrice: 39.8, total: null }, 1990],
  ])('has a price for the line or for the unit, as its total tells: %j', async (prices, unitPrice) => {
    const { orders: got } = await pageOf(sellerOf([{ ...row, ...prices }]), '2026-01-01T08:00:00');
    expect(got[0]?.lines).toMatchObject([{ unitPrice, total: 3980 }]);
  });

  it('that the buyer collects is recognised by its shipping rate', async () => {
    const collected = { ...row, shippingRateType: 'Store Pickup', DeliveryCompany: '' };
    const { orders: got } = await pageOf(sellerOf([collected]), '2026-01-01T08:00:00');
    expect(got[0]).toMatchObject({ category: 'processing_self_collect', shippingType: null });
  });

  it.each([{ packNo: null }, { packNo: '' }, { packNo: 0 }])(
    'has its rows that name no cart, as the single order names it: %j',
    async (stray) => {
      const other = { ...row, orderNo: 301234568, optionCode: '', option: '', ...stray };
      const seller = sellerOf([row, other], [], { packNo: row.packNo });
      const { orders: got, unreadable } = await pageOf(seller, '2026-01-01T08:00:00');
      expect(got.map(({ number }) => number)).toEqual(['201234567']);
      expect(got[0]?.lines.map(({ lineId }) => lineId)).toEqual(['301234567', '301234568']);
      expect(unreadable).toEqual([]);
    },
  );

  it('is neither made of rows that nobody names a cart of, nor silent about them', async () => {
    const stray = { ...row, orderNo: 301234568, packNo: null };
    const lost = { reference: '301234568', reason: { code: 'answers.cart_missing' } };
    const seller = sellerOf([row, stray]);
    const { orders: got, unreadable } = await pageOf(seller, '2026-01-01T08:00:00');
    expect(got).toMatchObject([{ number: '201234567', lines: [{ lineId: '301234567' }] }]);
    expect(unreadable).toMatchObject([lost]);
    const known = new Map([['201234567', ['301234567', '301234568']]]);
    const read = await orders.read(seller.access, ['201234567'], known);
    expect(read.orders).toMatchObject([{ number: '201234567' }]);
    expect(read.unreadable).toMatchObject([lost]);
  });

  it('without any price is set aside alone', async () => {
    const priceless = { ...row, orderNo: 301234568, packNo: 201234568, orderPrice: null, total: null };
    const { orders: got, unreadable } = await pageOf(sellerOf([row, priceless]), '2026-01-01T08:00:00');
    expect(got.map(({ number }) => number)).toEqual(['201234567']);
    expect(unreadable).toMatchObject([{ reference: '201234568', reason: { code: 'answers.total_missing' } }]);
  });

  it('without an option code names its variant by values', async () => {
    const { orders: got } = await pageOf(sellerOf([{ ...row, optionCode: '' }]), '2026-01-01T08:00:00');
    expect(got[0]?.lines).toMatchObject([{ variantId: 'Red||*M' }]);
  });
});

describe('the lists of orders and claims (qoo10.md 4.2, 4.4)', () => {
  it('are read for each status by the date that moves it', async () => {
    const seller = sellerOf([]);
    await pageOf(seller, '2026-01-05T11:00:00');
    expect(seller.called(LIST).map((form) => [form['ShippingStat'], form['search_condition']])).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['3', '2'],
      ['4', '3'],
      ['5', '4'],
    ]);
    // An hour's overlap (7); times are Singapore's.
    expect(seller.called(LIST)[0]).toMatchObject({
      search_Sdate: '20260105100000',
      search_Edate: '20260105120000',
    });
    expect(new Set(seller.called(CLAIMS).map((form) => form['ClaimStat'])).size).toBe(12);
  });

  it('find a cancelled order in the claims, with the data of the single order', async () => {
    const { orders: got } = await pageOf(sellerOf([], [claim]), '2026-01-05T09:30:00');
    expect(got[0]).toMatchObject({
      number: '201234567',
      state: 'CANCELLED',
      rawState: 'Cancel complete (claim 3)',
    });
    expect(got[0]?.lines).toMatchObject([
      { lineId: '301234567', variantId: 'TEE-01-R-M', ordered: 2, cancelled: 2, returned: 0 },
    ]);
  });

  it('bring the lines to which nothing happened along with the one that changed', async () => {
    const sister = { ...row, orderNo: 301234568 };
    const stranger = { ...row, orderNo: 301234570, packNo: 201234599 };
    const seller = sellerOf([sister, stranger], [claim]);
    const { orders: got } = await pageOf(seller, '2026-01-05T09:30:00');
    expect(got.map(({ number }) => number)).toEqual(['201234567']);
    expect(got[0]?.lines).toMatchObject([
      { lineId: '301234567', cancelled: 2 },
      { lineId: '301234568', cancelled: 0 },
    ]);
    expect(got[0]?.state).toBe('paid');
  });

  it('leave what is left of a line that was cancelled in part', async () => {
    const left = { ...row, orderQty: 1, orderPrice: 19.9, total: 19.9 };
    const part = { ...claim, orderQty: 1, paymentAmount: 19.9 };
    const { orders: got } = await pageOf(sellerOf([left], [part]), '2026-01-01T08:00:00');
    expect(got[0]?.state).toBe('paid');
    expect(got[0]?.lines).toMatchObject([{ ordered: 2, cancelled: 1, total: 3980, unitPrice: 1990 }]);
  });

  it('price a cancelled part without an amount as the units that are left', async () => {
    const left = { ...row, orderQty: 1, orderPrice: 19.9, total: 19.9 };
    const part = { ...claim, orderQty: 1, paymentAmount: null };
    const { orders: got } = await pageOf(sellerOf([left], [part]), '2026-01-01T08:00:00');
    expect(got[0]?.lines).toMatchObject([{ ordered: 2, cancelled: 1, total: 3980, unitPrice: 1990 }]);
  });

  it('leave what is left of a line that is cancelled in part while its window is read', async () => {
    const left = { ...row, orderQty: 1, orderPrice: 19.9, total: 19.9 };
    const part = {
      ...claim,
      orderQty: 1,
      paymentAmount: 19.9,
      requestDate: '2026-01-05 11:59:58',
      cancelRefundDate: '2026-01-05 11:59:58',
    };
    const seller = sellerOf([left], [part]);
    const { orders: got } = await pageOf(seller, '2026-01-01T08:00:00', at('2026-01-05T11:59:50'));
    expect(got[0]?.lines).toMatchObject([{ ordered: 2, cancelled: 1, total: 3980 }]);
  });

  it('count each part of a line that was cancelled one after the other', async () => {
    const left = { ...row, orderQty: 1, orderPrice: 19.9, total: 19.9 };
    const first = { ...claim, orderQty: 1, paymentAmount: 19.9 };
    const second = {
      ...first,
      requestDate: '2026-01-05 11:00:00',
      cancelRefundDate: '2026-01-05 11:00:30',
    };
    // Met as it was in progress, and again as it is complete: still one claim.
    const before = { ...second, claimStatus: '2', cancelRefundDate: '' };
    const seller = sellerOf([left], [first, before, second]);
    const { orders: got } = await pageOf(seller, '2026-01-01T08:00:00');
    expect(got[0]?.state).toBe('paid');
    expect(got[0]?.lines).toMatchObject([{ ordered: 3, cancelled: 2, total: 5970, unitPrice: 1990 }]);
    const { orders: gone } = await pageOf(sellerOf([], [first, second]), '2026-01-05T09:30:00');
    expect(gone[0]?.state).toBe('CANCELLED');
    expect(gone[0]?.lines).toMatchObject([{ ordered: 2, cancelled: 2 }]);
  });

  it('count units as returned that had been sent before', async () => {
    const sent = { ...claim, shippingDate: '2026-01-03 09:00:00' };
    const { orders: got } = await pageOf(sellerOf([], [sent]), '2026-01-05T09:30:00');
    expect(got[0]?.lines).toMatchObject([{ ordered: 2, cancelled: 0, returned: 2 }]);
  });

  it('have a buyer’s request to cancel, and a return', async () => {
    const asked = { ...claim, claimStatus: '1', cancelRefundDate: '' };
    const [order] = (await pageOf(sellerOf([row], [asked]), '2026-01-01T08:00:00')).orders;
    expect(order).toMatchObject({
      cancellationRequested: true,
      state: 'IN_CANCEL',
      lines: [{ cancelled: 0 }],
    });
    const delivered = { ...row, shippingStatus: 'Delivered(5)', DeliveredDate: '2026-01-04 09:00:00' };
    const back = { ...claim, claimStatus: '6', shippingDate: '2026-01-03 09:00:00' };
    const [other] = (await pageOf(sellerOf([delivered], [back]), '2026-01-01T08:00:00')).orders;
    expect(other).toMatchObject({
      state: 'returned',
      lines: [{ ordered: 2, returned: 2, returnStatus: 'ACCEPTED' }],
    });
  });

  it('quarantine a whole cart of which a row cannot be read', async () => {
    const broken = { ...row, orderNo: 301234568, orderDate: 'some day' };
    const seller = sellerWith({
      [LIST]: ({ ShippingStat }) =>
        ran(ShippingStat === '2' ? [row, broken, { ...row, packNo: 2, orderNo: 9 }] : []),
    });
    const got = await pageOf(seller, '2026-01-01T08:00:00');
    expect(got.orders.map(({ number }) => number)).toEqual(['2']);
    expect(got.unreadable).toMatchObject([{ reference: '201234567' }]);
  });

  it('are asked for a month at a time, and for 90 days at most', async () => {
    const seller = sellerOf([]);
    const window = { from: new Date(now.getTime() - 80 * 86_400_000), to: now };
    const first = await orders.page(seller.access, null, window);
    expect(first.next).toEqual({ from: window.from.getTime() + 30 * 86_400_000, after: null });
    const last = await orders.page(seller.access, { from: now.getTime() - 86_400_000 }, window);
    expect(last.next).toBeNull();
  });

  it('ask for few single orders on a page, and continue with the remaining carts', async () => {
    const claims = Array.from({ length: 20 }, (_, index) => ({
      ...claim,
      orderNo: 301234500 + index,
      packNo: 201234500 + index,
    }));
    const seller = sellerOf([], claims);
    const window = { from: at('2026-01-05T09:30:00'), to: now };
    const first = await orders.page(seller.access, null, window);
    expect(seller.called(ONE)).toHaveLength(10);
    expect(first.next).toEqual({
      from: window.from.getTime(),
      after: `0${String(at('2026-01-01T09:00:00').getTime())}:201234509`,
    });
    const second = await orders.page(seller.access, first.next, window);
    expect(second.next).toBeNull();
    const read = [...first.orders, ...second.orders].map(({ number }) => number);
    expect(read).toEqual(claims.map(({ packNo }) => String(packNo)));
  });

  it('take a few dozen calls for a page, however far apart its carts were placed', async () => {
    const old = ['2025-08-01', '2025-12-01', '2025-12-10', '2026-01-04'].map((day, index) => ({
      ...row,
      shippingStatus: 'Delivered(5)',
      orderNo: index + 1,
      packNo: index + 11,
      orderDate: `${day} 09:00:00`,
      DeliveredDate: '2026-01-05 11:00:00',
    }));
    const seller = sellerOf(old);
    const window = { from: at('2026-01-05T10:30:00'), to: now };
    const read: string[][] = [];
    let cursor: Cursor | null = null;
    do {
      const before: number = seller.http.requests.length;
      const page: OrderPage = await orders.page(seller.access, cursor, window);
      expect(seller.http.requests.length - before).toBeLessThan(50);
      read.push(page.orders.map(({ number }) => number));
      cursor = page.next;
    } while (cursor !== null);
    expect(read).toEqual([['11'], ['12', '13'], ['14']]);
  });

  it('continue without the claims that Singapore may not know; a failure of any other is an error', async () => {
    const refusing = (status: string) =>
      sellerWith({ [CLAIMS]: ({ ClaimStat }) => (ClaimStat === status ? refused(-10003) : ran([])) });
    expect((await pageOf(refusing('16'), '2026-01-05T09:30:00')).orders).toEqual([]);
    await expect(pageOf(refusing('3'), '2026-01-05T09:30:00')).rejects.toBeInstanceOf(ChannelError);
  });
});

describe('single orders (qoo10.md 4.3)', () => {
  it('are read whole by a line that is known, by an orderNo, or by the packNo', async () => {
    const rows = [row, { ...row, orderNo: 301234568 }];
    for (const [number, known] of [
      ['201234567', ['301234568']],
      ['201234567', ['301234500', '301234568']],
      ['301234567', null],
      ['201234567', null],
    ] as const) {
      const lines = new Map(known === null ? [] : [[number, known]]);
      const got = await orders.read(sellerOf(rows).access, [number, '999'], lines);
      expect(got.orders).toMatchObject([{ number: '201234567', lines: [{}, {}] }]);
      expect(got.missing).toEqual(['999']);
    }
  });

  it('with a known line are read without a search of all orders', async () => {
    const seller = sellerOf([row]);
    await orders.read(seller.access, ['201234567'], new Map([['201234567', ['301234567']]]));
    expect(new Set(seller.called(LIST).map((form) => form['search_Sdate']))).toEqual(
      new Set(['20260101085959']),
    );
  });

  it('are the same order where a list lacks a line', async () => {
    const whole = await pageOf(sellerOf([row, { ...row, orderNo: 301234568 }]), '2026-01-01T08:00:00');
    const short = await pageOf(sellerOf([{ ...row, orderNo: 301234568 }]), '2026-01-01T08:00:00');
    expect(short.orders.map(({ channelId }) => channelId)).toEqual(
      whole.orders.map(({ channelId }) => channelId),
    );
  });

  it('that are looked for by packNo are looked for in no more than 90 days', async () => {
    const seller = sellerOf([]);
    await orders.read(seller.access, ['201234567']);
    const form = seller.called(LIST)[0];
    expect([form?.['search_Sdate'], form?.['search_Edate']]).toEqual(['20251008120000', '20260105120000']);
  });
});
