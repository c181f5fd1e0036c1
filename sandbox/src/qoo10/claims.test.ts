import { expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';

const cancel = 'Claim.SetCancelProcess';

async function stocked(): Promise<Harness> {
  const harness = await new Harness(4).begin();
  harness.addItem('KAYA', 10, 19.9);
  harness.addItem('TEH', 10, 7.2);
  return harness;
}

test('a row that the seller cancels leaves the list, and is a claim in progress, then complete', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([
    { sku: 'KAYA', quantity: 2 },
    { sku: 'TEH', quantity: 1 },
  ]);
  const [first = '', second = ''] = orders;
  expect(await harness.code(cancel, { ContrNo: first, CancelReason: 'XX' })).toBeLessThan(0);
  expect(await harness.code(cancel, { ContrNo: first, CancelReason: 'DD', SellerMemo: 'late' })).toBe(0);
  expect(await harness.orders(2)).toMatchObject([{ sellerItemCode: 'TEH' }]);
  expect(await harness.claims(2)).toMatchObject([
    {
      claimStatus: '2',
      orderNo: Number(first),
      packNo: Number(pack),
      orderQty: 2,
      paymentAmount: 39.8,
      reason: 'Shipping Delay(by Seller)',
      cancelRefundDate: '',
    },
  ]);
  harness.pass(31);
  expect(await harness.claims(2)).toEqual([]);
  expect(await harness.claims(3)).toMatchObject([
    { claimStatus: '3', cancelRefundDate: '2026-01-01 09:00:30' },
  ]);
  expect(await harness.code(cancel, { ContrNo: first, CancelReason: 'DD' })).toBe(-10103);
  expect(harness.left('KAYA')).toBe(10);
  expect(harness.truth(pack).stage).toBe('ready');
  const parcel = { ShippingCorp: 'SingPost', TrackingNo: 'SP1' };
  await harness.client.call('ShippingBasic.SetSendingInfo', { OrderNo: second, ...parcel });
  harness.happen(pack, 'deliver');
  expect(await harness.claims(3)).toMatchObject([{ shippingDate: '', trackingNo: '', DeliveredDate: '' }]);
});

test('each part of a row that is cancelled is a claim of its own, and the last is of what was left', async () => {
  const harness = await stocked();
  const { pack } = harness.buy([{ sku: 'KAYA', quantity: 3 }]);
  const lines = [{ sku: 'KAYA', quantity: 1 }];
  harness.sandbox.control.orderEvent('qoo10', harness.shop, pack, 'cancel', { lines, by: 'buyer' });
  harness.pass(60);
  harness.sandbox.control.orderEvent('qoo10', harness.shop, pack, 'cancel', { by: 'buyer' });
  const claimed = (await harness.claims(3)).map(({ orderQty }) => orderQty);
  expect(claimed.toSorted()).toEqual([1, 2]);
});

test('an order of which the rest is cancelled after one row was shipped is shipped, once', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([
    { sku: 'KAYA', quantity: 1 },
    { sku: 'TEH', quantity: 1 },
  ]);
  const [OrderNo = '', ContrNo = ''] = orders;
  await harness.client.call('ShippingBasic.SetSendingInfo', {
    OrderNo,
    ShippingCorp: 'SingPost',
    TrackingNo: 'SP1',
  });
  expect(await harness.code(cancel, { ContrNo: OrderNo, CancelReason: 'DD' })).toBe(-10103);
  expect(harness.truth(pack).stage).toBe('ready');
  expect(await harness.code(cancel, { ContrNo, CancelReason: 'DD' })).toBe(0);
  expect(harness.events(pack)).toEqual(['place', 'cancel', 'ship']);
  expect(await harness.orders(4)).toMatchObject([{ TrackingNo: 'SP1' }]);
});

test('out of stock sets the item to 0', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([{ sku: 'KAYA', quantity: 2 }]);
  await harness.client.call(cancel, { ContrNo: orders[0] ?? '', CancelReason: 'NR' });
  expect(await harness.claims(2)).toMatchObject([{ reason: 'Out of Stock(by Seller)' }]);
  expect(harness.left('KAYA')).toBe(0);
  expect(harness.truth(pack).stage).toBe('cancelled');
});

test('a buyer’s request to cancel is a claim until the seller accepts it, row by row', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([
    { sku: 'KAYA', quantity: 1 },
    { sku: 'TEH', quantity: 1 },
  ]);
  harness.happen(pack, 'request_cancellation');
  expect(await harness.claims(1)).toHaveLength(2);
  const parcel = { ShippingCorp: 'SingPost', TrackingNo: 'SP1' };
  expect(await harness.code('ShippingBasic.SetSendingInfo', { OrderNo: orders[0] ?? '', ...parcel })).toBe(
    -10103,
  );
  expect(await harness.code(cancel, { ContrNo: orders[0] ?? '' })).toBe(0);
  expect(await harness.claims(1)).toMatchObject([{ orderNo: Number(orders[1]) }]);
  expect(await harness.claims(3)).toMatchObject([{ orderNo: Number(orders[0]) }]);
  expect(await harness.code(cancel, { ContrNo: orders[1] ?? '' })).toBe(0);
  expect(harness.truth(pack).stage).toBe('cancelled');
  expect([harness.left('KAYA'), harness.left('TEH')]).toEqual([10, 10]);
});

test('an order that was never paid is cancelled in Singapore’s words, and in Japan’s', async () => {
  const harness = await stocked();
  const { pack } = harness.buy([{ sku: 'KAYA', quantity: 1 }], false);
  harness.happen(pack, 'cancel');
  expect(await harness.claims(3)).toHaveLength(1);
  const asked = {
    ClaimStat: '16',
    search_Sdate: '20260101',
    search_Edate: '20260102',
    search_condition: '3',
  };
  expect(await harness.rows('ShippingBasic.GetClaimInfo_V3', asked)).toMatchObject([{ claimStatus: '16' }]);
  expect(await harness.code('ShippingBasic.GetClaimInfo_v2', { ...asked, ClaimStat: '17' })).toBe(-10003);
  expect(await harness.code('ShippingBasic.GetClaimInfo_v2', { ...asked, search_Edate: '20260801' })).toBe(
    -10002,
  );
});

test('a return is accepted with the seller’s address, and complete when the goods are back', async () => {
  const harness = await stocked();
  const { pack, orders } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const orderNo = orders[0] ?? '';
  const accept = async () =>
    harness.code('Claim.SetClaimAccept', {
      orderNo,
      seller_name: 'Kopi Corner',
      seller_zip_code: '238823',
      seller_front_address: '1 Demo Road',
    });
  expect(await accept()).toBe(-10103);
  await harness.client.call('ShippingBasic.SetSendingInfo', {
    OrderNo: orderNo,
    ShippingCorp: 'SingPost',
    TrackingNo: 'SP1',
  });
  harness.happen(pack, 'deliver');
  harness.happen(pack, 'request_return');
  expect(await harness.claims(4)).toMatchObject([{ claimStatus: '4', orderNo: Number(orderNo) }]);
  expect(await accept()).toBe(0);
  expect(await accept()).toBe(-10103);
  expect(await harness.claims(5)).toMatchObject([{ pickupAddress: 'Kopi Corner 238823 1 Demo Road' }]);
  harness.happen(pack, 'return');
  expect(await harness.claims(6)).toMatchObject([{ claimStatus: '6' }]);
  expect(await harness.orders(5)).toHaveLength(1);
  expect(
    await harness.rows('ShippingBasic.GetShippingAndClaimInfoByOrderNo', { OrderNo: orderNo }),
  ).toMatchObject([{ claimStatus: '6', shippingStatus: 'Delivered(5)' }]);
});
