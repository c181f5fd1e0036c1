import { describe, expect, it } from 'vitest';
import { now, order, recordedSeller } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { returns, reverseStates } from './returns.ts';

const historyPath = '/order/reverse/return/history/list';
const listPath = '/reverse/getreverseordersforseller';
const updatePath = '/order/reverse/return/update';
const decidePath = '/order/reverse/onlyrefund/seller/decide';

const reverseLine = {
  reverse_order_line_id: 7101,
  trade_order_line_id: 100200300401,
  reverse_status: 'REQUEST_INITIATE',
  reason_text: 'Damaged',
  refund_amount: 1700,
  item_unit_price: '2000',
  is_dispute: false,
  seller_sku_id: 'TEE-S',
  platform_sku_id: 222,
  product: { product_id: 111, product_sku: 'Tee S' },
  tracking_number: '',
  return_order_line_gmt_create: 1_767_233_000_000,
  return_order_line_gmt_modified: 1_767_233_100_000,
};
const reverse = {
  reverse_order_id: 7001,
  trade_order_id: 100200300400,
  request_type: 'RETURN',
  is_rtm: true,
  reverse_order_lines: [reverseLine, { ...reverseLine, reverse_order_line_id: 7102 }],
};
const listed =
  (more: object = {}, ...lines: readonly object[]): Answer =>
  () => ({
    result: {
      success: true,
      page_no: 1,
      page_size: 10,
      total: 1,
      items: [
        {
          ...reverse,
          ...more,
          ...(lines.length === 0
            ? {}
            : { reverse_order_lines: lines.map((line) => ({ ...reverseLine, ...line })) }),
        },
      ],
    },
  });
const asked = { returnId: '7001', order, attemptKey: 'a', answers: {} };
const image = { name: 'a.jpg', mediaType: 'image/jpeg', bytes: new TextEncoder().encode('jpg') };
const dispute = { ...asked, reason: '99', text: 'It was fine', email: null, images: [image] };

describe('Lazada’s returns (lazada.md 6.2)', () => {
  it('are read with amounts that come in cents, and units by SKU', async () => {
    const seller = recordedSeller({ [listPath]: listed() });
    expect(await returns.read(seller.access, '7001')).toMatchObject({
      returnId: '7001',
      order: { channelId: '100200300400' },
      state: 'pending',
      canAccept: true,
      canDispute: true,
      refundAmount: 3400,
      createdAt: new Date(1_767_233_000_000),
      lines: [{ lineId: '222', itemId: '111', sku: 'TEE-S', units: 2, price: 2000 }],
    });
    expect(seller.asked(listPath)[0]?.get('reverse_order_id')).toBe('7001');
  });

  it('have the pictures that their buyers gave, to the end of their history', async () => {
    const entry = (operator: string, ...picture: readonly unknown[]) => ({ operator, picture, time: 1 });
    const cup = 'https://img.test/cup.png';
    const lid = 'https://img.test/lid.png';
    const seller = recordedSeller({
      [listPath]: listed(),
      [historyPath]: (_asked, count) => ({
        data: {
          list:
            count === 0
              ? [entry('buyer', cup, 'not an address'), entry('seller', 'https://img.test/ours.png')]
              : [entry('Customer', { url: lid }, cup)],
          page_info: { page_size: 10, current_page_number: count + 1, total: 11 },
        },
      }),
    });
    expect((await returns.read(seller.access, '7001'))?.pictures).toEqual([cup, lid]);
    expect(seller.asked(historyPath).map((asked) => asked.get('reverse_order_line_id'))).toEqual([
      '7101',
      '7101',
    ]);
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const page = await returns.page(recordedSeller({ [listPath]: listed() }).access, null, window);
    expect(page.returns.map(({ pictures }) => pictures)).toEqual([[]]);
  });

  it('know every status that the document names', () => {
    const documented =
      'REQUEST_INITIATE REQUEST_REJECT REQUEST_CANCEL CANCEL_SUCCESS CANCEL_INIT CANCEL_REFUND_ISSUED RTM_INIT RTM_CANCELED RTM_SHIPPING_BACK RTM_RECEIVE_ITEM REFUND_INIT REFUND_PENDING REFUND_SUCCESS REFUND_REJECTED';
    expect(Object.keys(reverseStates).sort()).toEqual(documented.split(' ').sort());
  });

  it.each([
    [{}, { reverse_status: 'RTM_SHIPPING_BACK' }, { state: 'to_return', canAccept: false }],
    [{}, { reverse_status: 'RTM_RECEIVE_ITEM' }, { state: 'pending', canAccept: true }],
    [{}, { reverse_status: 'RTW_SHIPPING_BACK' }, { state: 'to_return', canAccept: false }],
    [{}, { is_dispute: true }, { state: 'disputed', canAccept: false }],
    [{}, { reverse_status: 'TELEPORTED' }, { state: 'unknown', rawState: 'TELEPORTED' }],
    [{ is_rtm: false }, {}, { state: 'pending', canAccept: false, canDispute: false }],
    [{ is_rtm: false, request_type: 'ONLY_REFUND' }, {}, { state: 'pending', canAccept: true }],
  ])('with %j and %j are %j', async (more, line, expected) => {
    const seller = recordedSeller({ [listPath]: listed(more, line) });
    expect(await returns.read(seller.access, '7001')).toMatchObject(expected);
  });

  it('are read on where a page is shorter than asked for, and refused where the list ends before its total', async () => {
    const seller = recordedSeller({
      [listPath]: (_asked, count) => ({
        result: { success: true, total: 11, items: count < 2 ? [reverse] : [] },
      }),
    });
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const first = await returns.page(seller.access, null, window);
    const second = await returns.page(seller.access, first.next, window);
    expect(second.next).toMatchObject({ page: 3 });
    await expect(returns.page(seller.access, second.next, window)).rejects.toMatchObject({
      fault: { kind: 'unexpected' },
    });
  });

  it('are listed to the end of their pages; one that does not fit is quarantined', async () => {
    const seller = recordedSeller({
      [listPath]: (_asked, count) => ({
        result: {
          success: true,
          total: 3,
          items: count === 0 ? [reverse, { reverse_order_id: 7009, reverse_order_lines: [] }] : [reverse],
        },
      }),
    });
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const page = await returns.page(seller.access, null, window);
    expect(page).toMatchObject({
      returns: [{ returnId: '7001' }],
      unreadable: [{ reference: '7009' }],
      next: { page: 2 },
    });
    expect((await returns.page(seller.access, page.next, window)).next).toBeNull();
    expect(Object.fromEntries(seller.asked(listPath)[0] ?? [])).toMatchObject({
      request_type_list: '["RETURN","ONLY_REFUND"]',
      ReverseOrderLineModifiedTimeRangeEnd: String(now.getTime()),
    });
  });

  it('are null where Lazada knows none', async () => {
    const seller = recordedSeller({ [listPath]: () => ({ result: { success: true, total: 0, items: [] } }) });
    expect(await returns.read(seller.access, '1')).toBeNull();
  });
});

describe('accepting a return at Lazada (lazada.md 6.2)', () => {
  it.each([
    ['that was asked for', 'REQUEST_INITIATE', 'agreeReturn'],
    ['whose goods are back', 'RTM_RECEIVE_ITEM', 'agreeRefund'],
  ])('%s', async (_what, reverse_status, action) => {
    const seller = recordedSeller({
      [listPath]: listed({}, { reverse_status }, { reverse_status, reverse_order_line_id: 7102 }),
      [updatePath]: () => ({ data: {} }),
    });
    expect(await returnAcceptance.accept.perform(seller.access, asked)).toEqual({ outcome: 'done' });
    expect(Object.fromEntries(seller.asked(updatePath)[0] ?? [])).toMatchObject({
      action,
      reverse_order_id: '7001',
      reverse_order_item_ids: '[7101,7102]',
    });
  });

  it('without goods, line by line', async () => {
    const seller = recordedSeller({
      [listPath]: listed({ request_type: 'ONLY_REFUND' }),
      [decidePath]: () => ({ data: null }),
    });
    expect(await returnAcceptance.accept.perform(seller.access, asked)).toEqual({ outcome: 'done' });
    expect(seller.asked(decidePath).map((each) => each.get('reverse_order_item_ids'))).toEqual([
      '[7101]',
      '[7102]',
    ]);
  });

  it.each([
    [{ reverse_status: 'RTM_SHIPPING_BACK' }, 'done'],
    [{ reverse_status: 'REFUND_SUCCESS' }, 'done'],
    [{ reverse_status: 'REQUEST_CANCEL' }, 'refused'],
    [{}, 'not_done'],
  ])('checks %j: %s', async (line, effect) => {
    const seller = recordedSeller({ [listPath]: listed({}, line) });
    expect(await returnAcceptance.accept.check(seller.access, asked, null)).toMatchObject({ effect });
  });

  it('is not the seller’s where the goods go to Lazada’s warehouse', async () => {
    const seller = recordedSeller({ [listPath]: listed({ is_rtm: false }) });
    const result = await returnAcceptance.accept.perform(seller.access, asked);
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe('refusals.return_at_warehouse');
  });
});

describe('refusing a return at Lazada (lazada.md 6.2)', () => {
  it('offers the reasons of its first open line, each with a comment', async () => {
    const seller = recordedSeller({
      [listPath]: listed(),
      '/order/reverse/reason/list': () => ({ data: [{ reason_id: 99, text: 'Used' }] }),
    });
    expect(await returnDispute.reasons(seller.access, '7001')).toMatchObject([
      { key: '99', needsDetail: true },
    ]);
  });

  it('refuses each line separately', async () => {
    const seller = recordedSeller({ [listPath]: listed(), [updatePath]: () => ({ data: {} }) });
    expect(await returnDispute.dispute.perform(seller.access, dispute)).toEqual({ outcome: 'done' });
    expect(seller.asked(updatePath).map((each) => Object.fromEntries(each))).toMatchObject([
      { action: 'refuseReturn', reverse_order_item_ids: '[7101]', reason_id: '99', comment: 'It was fine' },
      { action: 'refuseReturn', reverse_order_item_ids: '[7102]' },
    ]);
  });

  it('uploads the evidence when the goods are back', async () => {
    const seller = recordedSeller({
      [listPath]: listed({}, { reverse_status: 'RTM_RECEIVE_ITEM' }),
      '/image/upload': () => ({ data: { image: { url: 'https://img.example/1', hash_code: 'h' } } }),
      [updatePath]: () => ({ data: {} }),
    });
    expect(await returnDispute.dispute.perform(seller.access, dispute)).toEqual({ outcome: 'done' });
    expect(seller.asked(updatePath)[0]?.get('image_info')).toBe(
      '[{"name":"a.jpg","url":"https://img.example/1"}]',
    );
  });

  it('disputes a refund without goods', async () => {
    const seller = recordedSeller({
      [listPath]: listed({ request_type: 'ONLY_REFUND' }, {}),
      '/image/upload': () => ({ data: { image: { url: 'https://img.example/1' } } }),
      [decidePath]: () => ({ data: null }),
    });
    expect(await returnDispute.dispute.perform(seller.access, dispute)).toEqual({ outcome: 'done' });
    expect(Object.fromEntries(seller.asked(decidePath)[0] ?? [])).toMatchObject({
      action: 'startDispute',
      comment: 'It was fine',
      image_info_list: '[{"file_name":"a.jpg","file_url":"https://img.example/1"}]',
    });
  });

  it.each([
    [{ text: ' ' }, {}, '109'],
    [{ images: [] }, { reverse_status: 'RTM_RECEIVE_ITEM' }, '110'],
    [
      { images: [{ ...image, mediaType: 'image/gif' }] },
      { reverse_status: 'RTM_RECEIVE_ITEM' },
      'image_refused',
    ],
    [{}, { reverse_status: 'REFUND_SUCCESS' }, '114'],
  ])('with %j on a line %j is refused before it is sent: %s', async (more, line, code) => {
    const seller = recordedSeller({ [listPath]: listed({}, line) });
    expect(await returnDispute.dispute.perform(seller.access, { ...dispute, ...more })).toMatchObject({
      code,
    });
    expect(seller.asked(updatePath)).toEqual([]);
  });

  it('is done already where it was refused', async () => {
    const seller = recordedSeller({ [listPath]: listed({}, { reverse_status: 'REQUEST_REJECT' }) });
    expect(await returnDispute.dispute.perform(seller.access, dispute)).toEqual({ outcome: 'done' });
    expect(await returnDispute.dispute.check(seller.access, dispute, null)).toEqual({ effect: 'done' });
  });
});
