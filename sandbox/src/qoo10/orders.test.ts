import { expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';

const ship = 'ShippingBasic.SetSendingInfo';
const parcel = { ShippingCorp: 'SingPost', TrackingNo: 'SP123456' };

async function stocked(): Promise<Harness> {
  const harness = await new Harness(3).begin();
  harness.addItem('KAYA', 10, 19.9);
  harness.addTee();
  return harness;
}

test('each line of a cart is a row of its own, with the status and its digit', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy(
    [
      { sku: 'KAYA', quantity: 2 },
      { sku: 'TEE-M', quantity: 1 },
    ],
    false,
  );
  const rows = await harness.orders(1);
  expect(rows).toMatchObject([
    {
      shippingStatus: 'On Waiting(1)', sellerID: harness.shop, packNo: Number(pack), orderNo: Number(orders[0]), orderDate: '2026-01-01 09:00:00', PaymentDate: '',
      sellerItemCode: 'KAYA', option: '', optionCode: '', orderPrice: 39.8, orderQty: 2, discount: 0, total: 39.8, shippingCountry: 'SG', currency: 'SGD',
      shippingRateType: 'Charge', ShippingRate: 1.49, DeliveryCompany: 'Qxpress', TrackingNo: '',
    },
    { packNo: Number(pack), orderNo: Number(orders[1]), sellerItemCode: 'TEE', option: 'Size:M', optionCode: 'TEE-M', orderPrice: 22, ShippingRate: 0 },
  ]); // oxfmt-ignore
  harness.pass(60);
  harness.happen(pack, 'pay');
  expect(await harness.orders(1)).toEqual([]);
  expect(await harness.orders(2)).toMatchObject([
    {
      shippingStatus: 'On request(2)',
      PaymentDate: '2026-01-01 09:01:00',
      EstShippingDate: '2026-01-03 09:01:00',
    },
    {},
  ]);
});

test('the list is searched by one of four dates, within 90 days', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const [OrderNo = ''] = orders;
  const list = (parameters: Record<string, string>) =>
    harness.rows('ShippingBasic.GetShippingInfo_v2', {
      search_Sdate: '20260101',
      search_Edate: '20260101235959',
      ShippingStat: '4',
      ...parameters,
    });
  harness.pass(86_400);
  await harness.client.call(ship, { OrderNo, ...parcel });
  expect(await list({ search_condition: '1' })).toHaveLength(1);
  expect(await list({ search_condition: '2' })).toHaveLength(1);
  expect(await list({ search_condition: '3' })).toHaveLength(0);
  expect(await list({ search_condition: '3', search_Edate: '20260102090000' })).toMatchObject([
    { ShippingDate: '2026-01-02 09:00:00' },
  ]);
  harness.pass(86_400);
  harness.happen(pack, 'deliver');
  const delivered = { search_condition: '4', search_Edate: '20260103', ShippingStat: '5' };
  expect(await list(delivered)).toMatchObject([
    { shippingStatus: 'Delivered(5)', DeliveredDate: '2026-01-03 09:00:00' },
  ]);
  const window = {
    ShippingStat: '2',
    search_Sdate: '20260101',
    search_Edate: '20260331',
    search_condition: '1',
  };
  for (const [change, code] of [
    [{}, 0], [{ search_Edate: '20260401' }, -10002], [{ search_Sdate: '20260231' }, -10001], [{ search_Sdate: '2026-01-01' }, -10001], [{ search_Edate: '20251231' }, -10001],
    [{ ShippingStat: '6' }, -10003], [{ ShippingStat: '' }, -10003], [{ search_condition: '5' }, -10004],
  ] as const) expect(await harness.code('ShippingBasic.GetShippingInfo_v2', { ...window, ...change })).toBe(code); // oxfmt-ignore
});

test('the Japanese list renames its fields, and 0 means all that is to be shipped', async () => {
  const harness = await stocked();
  harness.buy([{ sku: 'KAYA', quantity: 1 }], false);
  harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  harness.client.entry = 'ebayjapan';
  const asked = {
    ShippingStatus: '0',
    SearchStartDate: '20260101',
    SearchEndDate: '20260102',
    SearchCondition: '1',
  };
  expect(await harness.rows('ShippingBasic.GetShippingInfo_v3', asked)).toMatchObject([
    {
      ShippingStatus: 'On Waiting(1)',
      OrderNo: expect.any(Number),
      PackNo: expect.any(Number),
      ItemNo: expect.any(String),
      BuyerKana: expect.any(String),
    },
    { ShippingStatus: 'On request(2)', Address1: expect.stringMatching(/^Blk /) },
  ]);
  expect(await harness.code('ShippingBasic.GetShippingInfo_v3', { ...asked, SearchCondition: '3' })).toBe(
    -10004,
  );
});

test('a single order is a list of one with its claim, or the refusal of its own numbers', async () => {
  const harness = await stocked();
  const { orders } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const read = 'ShippingBasic.GetShippingAndClaimInfoByOrderNo';
  const [row] = await harness.rows(read, { OrderNo: orders[0] ?? '' });
  expect(row).toMatchObject({
    orderNo: Number(orders[0]),
    shippingStatus: 'On request(2)',
    claimStatus: '',
    trackingNo: '',
  });
  expect(row).not.toHaveProperty('Addr1');
  expect(await harness.code(read, { OrderNo: '399999999' })).toBe(-10003);
  expect(await harness.code(read, { OrderNo: 'abc' })).toBe(-10002);
});

test('an order that is listed late is not shown before', async () => {
  const harness = await stocked();
  harness.sandbox.control.setFaults([{ kind: 'hidden_order', rate: 1, after: 60 }]);
  const { orders } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  expect(await harness.orders(2)).toEqual([]);
  expect(
    await harness.code('ShippingBasic.GetShippingAndClaimInfoByOrderNo', { OrderNo: orders[0] ?? '' }),
  ).toBe(-10003);
  harness.pass(61);
  expect(await harness.orders(2)).toHaveLength(1);
});

test('rows are confirmed and shipped one by one; the order is shipped once, with the last', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([
    { sku: 'KAYA', quantity: 1 },
    { sku: 'TEE-S', quantity: 1 },
  ]);
  const [first = '', second = ''] = orders;
  const confirm = async (parameters: Record<string, string>) =>
    harness.code('ShippingBasic.SetSellerCheckYN_V2', parameters);
  expect(await confirm({ OrderNo: first, EstShipDt: '20260105', DelayType: '1' })).toBe(0);
  expect(await confirm({ OrderNo: first, EstShipDt: '5 Jan' })).toBeLessThan(0);
  expect(await confirm({ OrderNo: first, DelayType: '9' })).toBeLessThan(0);
  expect(await harness.orders(3)).toMatchObject([
    { shippingStatus: 'Seller confirm(3)', orderNo: Number(first), EstShippingDate: '2026-01-05 00:00:00' },
  ]);
  for (const wrong of [
    { ...parcel, TrackingNo: 'SP-12 3' },
    { ...parcel, ShippingCorp: '' },
  ])
    expect(await harness.code(ship, { OrderNo: first, ...wrong })).toBeLessThan(0);
  expect(await harness.code(ship, { OrderNo: first, ...parcel })).toBe(0);
  expect(await harness.orders(4)).toMatchObject([
    { orderNo: Number(first), DeliveryCompany: 'SingPost', TrackingNo: 'SP123456' },
  ]);
  expect(harness.truth(pack).stage).toBe('ready');
  expect(await confirm({ OrderNo: first })).toBe(-10103);
  const many = JSON.stringify([
    { OrderNo: second, ...parcel },
    { OrderNo: '399999999', ...parcel },
  ]);
  expect(await harness.rows('ShippingBasic.SetSendingInfoBulk', { ShippingInfoJson: many })).toEqual([
    { contr_no: Number(second), result_cd: 0 },
    { contr_no: 399999999, result_cd: -10003 },
  ]);
  expect(await harness.code(ship, { OrderNo: first, ...parcel, TrackingNo: 'SP9' })).toBe(0);
  expect(await harness.orders(4)).toMatchObject([{ TrackingNo: 'SP9' }, { TrackingNo: 'SP123456' }]);
  expect(harness.events(pack)).toEqual(['place', 'ship']);
  harness.happen(pack, 'deliver');
  expect(await harness.code(ship, { OrderNo: first, ...parcel })).toBe(-10103);
});

test('half of a batch is done and answered under the fault of that name', async () => {
  const harness = await stocked();
  const { orders } = harness.buy([
    { sku: 'KAYA', quantity: 1 },
    { sku: 'TEE-S', quantity: 1 },
  ]);
  harness.sandbox.control.setFaults([
    { kind: 'half_batch', rate: 1, call: 'ShippingBasic.SetSendingInfoBulk' },
  ]);
  const ShippingInfoJson = JSON.stringify(orders.map((OrderNo) => ({ OrderNo, ...parcel })));
  expect(await harness.rows('ShippingBasic.SetSendingInfoBulk', { ShippingInfoJson })).toHaveLength(1);
  expect(await harness.orders(4)).toHaveLength(1);
});

test('the label of a Qxpress parcel is a PDF behind an address', async () => {
  const harness = await stocked();
  const { orders } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const asked = {
    invoice_type: 'ST',
    svc_nation_cd: 'SG',
    ref_type: 'C',
    ref_value: orders[0] ?? '',
    file_type: 'pdf',
  };
  const { ResultObject } = await harness.client.call('ShippingBasic.PrintQxpressInvoice', asked);
  const label = await harness.sandbox.fetch(String(ResultObject));
  expect(label.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await label.arrayBuffer())
      .subarray(0, 8)
      .toString(),
  ).toBe('%PDF-1.4');
  const [row] = await harness.orders(2);
  expect(
    (
      await harness.client.call('ShippingBasic.PrintQxpressInvoice', {
        ...asked,
        ref_type: 'B',
        ref_value: String(row?.['PackingNo']),
      })
    ).ResultObject,
  ).toBe(ResultObject);
  await harness.client.call(ship, { OrderNo: orders[0] ?? '', ...parcel });
  expect(await harness.code('ShippingBasic.PrintQxpressInvoice', asked)).toBe(-10103);
});
