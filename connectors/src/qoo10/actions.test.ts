import { describe, expect, it } from 'vitest';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { logistics } from './logistics.ts';
import { returnAcceptance, returns } from './returns.ts';
import { claim, now, ran, refused, row, sellerWith } from './seller.fixture.ts';

const ONE = 'ShippingBasic.GetShippingAndClaimInfoByOrderNo';
const order = {
  number: '201234567',
  channelId: '201234567',
  lines: [{ lineId: '301234567' }, { lineId: '301234568' }],
};

/** A seller of a cart with these lines. */
function sellerOf(lines: Readonly<Record<string, object>>, more: Parameters<typeof sellerWith>[0] = {}) {
  return sellerWith({
    [ONE]: ({ OrderNo = '' }) =>
      OrderNo in lines ? ran([{ ...row, orderNo: OrderNo, ...lines[OrderNo] }]) : refused(-10003),
    ...more,
  });
}
const open = { '301234567': {}, '301234568': { shippingStatus: 'Seller confirm(3)' } };
const shipment = {
  order,
  attemptKey: 'a',
  method: 'default',
  answers: { shipping_company: 'Qxpress', tracking_no: 'SGP123' },
  lines: null,
  shippedAt: now,
};
const sent = { shippingStatus: 'On delivery(4)', trackingNo: 'SGP-123' };

describe('shipping (qoo10.md 5)', () => {
  it('sends each line that waits, by the same number', async () => {
    const { access, called } = sellerOf(open);
    expect(await fulfilment.ship.perform(access, shipment)).toEqual({ outcome: 'done' });
    expect(called('ShippingBasic.SetSendingInfo')).toEqual(
      ['301234567', '301234568'].map((OrderNo) => ({
        returnType: 'json',
        OrderNo,
        ShippingCorp: 'Qxpress',
        TrackingNo: 'SGP123',
      })),
    );
  });

  it('is not refused as a whole where a line was sent before another is refused', async () => {
    const seller = sellerOf(open, {
      'ShippingBasic.SetSendingInfo': ({ OrderNo }) =>
        OrderNo === '301234567' ? ran(null) : refused(-10001),
    });
    expect(await fulfilment.ship.perform(seller.access, shipment)).toMatchObject({ outcome: 'unknown' });
  });

  it('continues where it broke off, and repeats nothing', async () => {
    const half = sellerOf({ '301234567': sent, '301234568': {} });
    expect(await fulfilment.ship.check(half.access, shipment, null)).toMatchObject({
      effect: 'not_done',
      partly: { code: 'refusals.done_in_part' },
    });
    await fulfilment.ship.perform(half.access, shipment);
    expect(half.called('ShippingBasic.SetSendingInfo').map(({ OrderNo }) => OrderNo)).toEqual(['301234568']);
    const whole = sellerOf({ '301234567': sent, '301234568': { ...sent, claimStatus: '3' } });
    expect(await fulfilment.ship.perform(whole.access, shipment)).toEqual({ outcome: 'done' });
    expect(await fulfilment.ship.check(whole.access, shipment, null)).toEqual({ effect: 'done' });
    expect(whole.called('ShippingBasic.SetSendingInfo')).toEqual([]);
  });

  it('sends what is left of a line that was cancelled in part', async () => {
    const { access, called } = sellerOf({ '301234567': { claimStatus: '3', orderQty: 2 }, '301234568': {} });
    expect(await fulfilment.ship.perform(access, shipment)).toEqual({ outcome: 'done' });
    expect(called('ShippingBasic.SetSendingInfo').map(({ OrderNo }) => OrderNo)).toEqual([
      '301234567',
      '301234568',
    ]);
  });

  it.each([
    [{ shippingStatus: 'On Waiting(1)' }, 'unpaid'],
    [{ claimStatus: '1' }, 'cancel_requested'],
    [{ shippingStatus: '', claimStatus: '3' }, 'cancelled'],
    [{ shippingRateType: 'Store Pickup' }, 'store_pickup'],
    [{ shippingStatus: 'On delivery(4)', trackingNo: 'OTHER' }, 'already_shipped'],
    [{ shippingStatus: 'Teleported(9)' }, 'unknown_status'],
  ])('is refused for %j: %s', async (state, code) => {
    const { access, called } = sellerOf({ '301234567': state, '301234568': state });
    expect(await fulfilment.ship.perform(access, shipment)).toMatchObject({ outcome: 'rejected', code });
    expect(await fulfilment.ship.check(access, shipment, null)).toMatchObject({ effect: 'refused', code });
    await expect(fulfilment.form(access, order)).rejects.toMatchObject({ fault: { kind: 'rejected', code } });
    expect(called('ShippingBasic.SetSendingInfo')).toEqual([]);
  });

  it.each([
    [[{ DeliveryCompany: 'Qxpress' }, { DeliveryCompany: 'SingPost' }], 'choice', ['Qxpress', 'SingPost']],
    [['Ninja Van'], 'choice', ['Ninja Van']],
    [[{ Code: 7 }], 'text', []],
    [null, 'text', []],
  ])('offers the couriers %j', async (result, kind, names) => {
    const { access } = sellerOf(open, { 'ShippingBasic.GetDeliveryCompanyInfo': () => ran(result) });
    const [company, tracking] = (await fulfilment.form(access, order)).methods[0]?.fields ?? [];
    expect(company).toMatchObject({ key: 'shipping_company', kind, required: true });
    expect(company?.choices.map(({ value }) => value)).toEqual(names);
    const pattern = new RegExp(`^(?:${tracking?.pattern?.source ?? ''})$`);
    expect(['SGP123', 'SGP-123', ''].map((text) => pattern.test(text))).toEqual([true, false, false]);
  });
});

describe('cancelling (qoo10.md 6)', () => {
  const asked = {
    order,
    attemptKey: 'a',
    reason: 'NR',
    detail: 'broken',
    lines: null,
    refund: 'everything' as const,
  };

  it('is not refused as a whole where a line was cancelled before another is refused', async () => {
    const seller = sellerOf(open, {
      'Claim.SetCancelProcess': ({ ContrNo }) => (ContrNo === '301234567' ? ran(null) : refused(-10001)),
    });
    expect(await cancellation.cancel.perform(seller.access, asked)).toMatchObject({ outcome: 'unknown' });
  });

  it('cancels each line that is not cancelled yet', async () => {
    const { access, called } = sellerOf({ ...open, '301234567': { claimStatus: '2' } });
    expect(await cancellation.cancel.perform(access, asked)).toEqual({ outcome: 'done' });
    expect(called('Claim.SetCancelProcess')).toEqual([
      { returnType: 'json', ContrNo: '301234568', CancelReason: 'NR', SellerMemo: 'broken' },
    ]);
    expect(await cancellation.cancel.check(access, asked, null)).toMatchObject({
      effect: 'not_done',
      partly: { code: 'refusals.done_in_part' },
    });
  });

  it.each([
    [{ shippingStatus: 'On delivery(4)' }, null, 'already_shipped'],
    [{ shippingStatus: 'On Waiting(1)' }, null, 'unpaid'],
    [{}, [{ lineId: '301234567', unitIds: [], units: 1 }], 'whole_lines'],
  ])('is refused for %j of %j: %s', async (state, lines, code) => {
    const { access, called } = sellerOf({ '301234567': state, '301234568': {} });
    expect(await cancellation.cancel.perform(access, { ...asked, lines })).toMatchObject({
      outcome: 'rejected',
      code,
    });
    expect(called('Claim.SetCancelProcess')).toEqual([]);
  });

  it('says that a part is cancelled where the other lines were sent before their turn came', async () => {
    const { access, called } = sellerOf({
      '301234567': { claimStatus: '2' },
      '301234568': { shippingStatus: 'On delivery(4)' },
    });
    expect(await cancellation.cancel.perform(access, asked)).toMatchObject({
      outcome: 'rejected',
      code: 'already_shipped',
      reason: { code: 'refusals.cancelled_in_part', values: { channel: 'Qoo10' } },
    });
    expect(called('Claim.SetCancelProcess')).toEqual([]);
  });

  it('accepts a buyer’s request for the lines that it is about, and can refuse none', async () => {
    const { access, called } = sellerOf({ ...open, '301234567': { claimStatus: '1' } });
    const answer = { order, attemptKey: 'a', accepts: true, reason: null };
    expect(await buyerCancellation.answer.perform(access, answer)).toEqual({ outcome: 'done' });
    expect(called('Claim.SetCancelProcess')).toMatchObject([{ ContrNo: '301234567', CancelReason: 'NC' }]);
    expect(await buyerCancellation.answer.perform(access, { ...answer, accepts: false })).toMatchObject({
      outcome: 'rejected',
      code: 'no_refusal',
    });
  });
});

describe('returns (qoo10.md 4.4, 6)', () => {
  const back = { ...claim, claimStatus: '4', reason: 'Too small', cancelRefundDate: '' };

  it('are read with those of the last week, since their progress has no date', async () => {
    const { access, called } = sellerWith({
      'ShippingBasic.GetClaimInfo_v2': ({ ClaimStat }) => ran(ClaimStat === '4' ? [back] : []),
    });
    const got = await returns.page(access, null, { from: new Date(now.getTime() - 60_000), to: now });
    expect(got.returns).toMatchObject([
      {
        returnId: '301234567',
        order: { number: '201234567' },
        rawState: 'Return requested (claim 4)',
        state: 'pending',
        canAccept: true,
        reason: 'Too small',
        refundAmount: 3980,
        lines: [{ lineId: '301234567', units: 2, price: 1990 }],
      },
    ]);
    expect(called('ShippingBasic.GetClaimInfo_v2')[0]?.['search_Sdate']).toBe('20251229120000');
  });

  it('are accepted once, with the address in Qoo10’s names', async () => {
    const answers = {
      name: 'Demo',
      zip_code: '238823',
      address_1: '1 Road',
      address_2: '',
      hp: '9',
      tel: '6',
    };
    const asked = { returnId: '301234567', order, attemptKey: 'a', answers };
    const waiting = sellerOf({ '301234567': { claimStatus: '11' } });
    expect(await returnAcceptance.accept.perform(waiting.access, asked)).toEqual({ outcome: 'done' });
    expect(waiting.called('Claim.SetClaimAccept')).toEqual([
      {
        returnType: 'json',
        orderNo: '301234567',
        seller_name: 'Demo',
        seller_zip_code: '238823',
        seller_front_address: '1 Road',
        seller_hp_no: '9',
        seller_tel_no: '6',
      },
    ]);
    const accepted = sellerOf({ '301234567': { claimStatus: '12' } });
    expect(await returnAcceptance.accept.perform(accepted.access, asked)).toEqual({ outcome: 'done' });
    expect(await returnAcceptance.accept.check(accepted.access, asked, null)).toEqual({ effect: 'done' });
    expect(accepted.called('Claim.SetClaimAccept')).toEqual([]);
  });
});

describe('labels (qoo10.md 5)', () => {
  it.each([
    ['%PDF-1.4 …', { label: { mediaType: 'application/pdf' } }],
    [ran('https://label.test/1.pdf'), { label: { url: 'https://label.test/1.pdf' } }],
    [
      { ResultObject: null, ResultCode: 0, ResultMsg: 'https://label.test/2.pdf' },
      { label: { url: 'https://label.test/2.pdf' } },
    ],
    [ran(null), { outcome: 'rejected', code: 'no_label' }],
    [refused(-1, 'not by Qxpress'), { outcome: 'rejected', code: '-1' }],
  ])('%j', async (body, result) => {
    const { access, called } = sellerWith({ 'ShippingBasic.PrintQxpressInvoice': () => body });
    expect(await labels.print(access, [order])).toMatchObject([result]);
    expect(called('ShippingBasic.PrintQxpressInvoice')).toMatchObject([
      { ref_type: 'C', ref_value: '301234567', file_type: 'pdf', invoice_type: 'ST', svc_nation_cd: 'SG' },
    ]);
  });
});

describe('editing an item (qoo10.md 3)', () => {
  const item = { itemId: '412345678', variants: [] };
  const detail = (more: object = {}) => ({
    ItemNo: '412345678',
    ItemStatus: 'S2',
    SellerCode: 'TEE-01',
    ItemTitle: 'Tee',
    SellPrice: 19.9,
    RetailPrice: 25,
    ItemQty: 25,
    SecondSubCatCd: '300000001',
    ShippingNo: '0',
    ItemDetail: '<p>soft</p>',
    AdultYN: 'N',
    Weight: '0.2',
    ...more,
  });
  const having = (more: object = {}) =>
    sellerWith({ 'ItemsLookup.GetItemDetailInfo': () => ran([detail(more)]) });

  it('sets a price and leaves the quantity out', async () => {
    const { access, called } = having();
    const asked = {
      listing: { itemId: '412345678', variantId: '0', stockRef: {} },
      price: 2150,
      currency: 'SGD',
    };
    expect(await pricing.setPrice.perform(access, asked)).toEqual({ outcome: 'done' });
    expect(called('ItemsOrder.SetGoodsPriceQty')).toEqual([
      { returnType: 'json', ItemCode: '412345678', Price: '21.5' },
    ]);
    expect(await pricing.setPrice.check(access, asked, null)).toEqual({ effect: 'not_done' });
    expect(await pricing.setPrice.check(access, { ...asked, price: 1990 }, null)).toEqual({ effect: 'done' });
    const ofVariant = { ...asked, listing: { ...asked.listing, variantId: 'R' } };
    expect(await pricing.setPrice.perform(access, ofVariant)).toMatchObject({ code: 'variant_price' });
  });

  it('renames with all that would be blanked, and not what is so named already', async () => {
    const { access, called } = having();
    expect(await renaming.rename.perform(access, { item, name: 'Cup' })).toEqual({ outcome: 'done' });
    expect(called('ItemsBasic.UpdateGoods')).toEqual([
      {
        returnType: 'json',
        SecondSubCat: '300000001',
        SellerCode: 'TEE-01',
        ItemDescription: '<p>soft</p>',
        RetailPrice: '25',
        ShippingNo: '0',
        Weight: '0.2',
        AdultYN: 'N',
        AudultYN: 'N',
        ItemCode: '412345678',
        ItemTitle: 'Cup',
      },
    ]);
    await renaming.rename.perform(access, { item, name: 'Tee' });
    expect(called('ItemsBasic.UpdateGoods')).toHaveLength(1);
  });

  it.each([
    [delisting.delist, '1', 'S1'],
    [delisting.relist, '2', 'S2'],
    [listingRemoval.remove, '3', 'S4'],
  ])('changes the status once (%#)', async (action, Status, reached) => {
    const before = having({ ItemStatus: reached === 'S2' ? 'S1' : 'S2' });
    expect(await action.perform(before.access, item)).toEqual({ outcome: 'done' });
    expect(before.called('ItemsBasic.EditGoodsStatus')).toMatchObject([{ ItemCode: '412345678', Status }]);
    const after = having({ ItemStatus: reached });
    expect(await action.perform(after.access, item)).toEqual({ outcome: 'done' });
    expect(after.called('ItemsBasic.EditGoodsStatus')).toEqual([]);
    expect(await action.check(after.access, item, null)).toEqual({ effect: 'done' });
  });
});

it('lists the seller’s shipping templates (qoo10.md 5)', async () => {
  const { access } = sellerWith({
    'ItemsLookup.GetSellerDeliveryGroupInfo': () =>
      ran([
        {
          ShippingNo: '12345',
          ShippingName: 'Qprime-S',
          BundleName: '…',
          ShippingType: 'F',
          ShippingFee: 1.99,
        },
      ]),
  });
  expect(await logistics.list(access)).toEqual([
    { id: '12345', name: 'Qprime-S', feeType: 'Charge', enabled: true, hasCod: false },
  ]);
});
