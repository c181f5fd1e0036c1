import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { now, order, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { returns, returnStates } from './returns.ts';

const record = {
  return_sn: '2510100RET01',
  order_sn: order.number,
  status: 'REQUESTED',
  reason: 'ITEM_DAMAGED',
  text_reason: 'Torn',
  refund_amount: 18.5,
  currency: 'SGD',
  create_time: 1_760_000_500,
  update_time: 1_760_000_600,
  due_date: 1_760_172_800,
  tracking_number: '',
  dispute_reason: [],
  dispute_text_reason: [],
  validation_type: 'seller_validation',
  item: [{ item_id: 811, model_id: 9001, name: 'Tee', amount: 1, item_price: 18.5, variation_sku: 'TEE-S' }],
};
const detail =
  (more: object = {}): Answer =>
  () => ({ ...record, ...more });
const asked = { returnId: record.return_sn, order, attemptKey: 'a1', answers: {} };

describe('Shopee’s returns (shopee.md 6.2)', () => {
  it('are read with their amounts in cents and their lines', async () => {
    const shop = recordedShop({ get_return_detail: detail() });
    expect(await returns.read(shop.access, record.return_sn)).toMatchObject({
      order: { number: order.number },
      state: 'pending',
      canAccept: true,
      canDispute: true,
      refundAmount: 1850,
      trackingNumber: null,
      disputeReason: null,
      dueAt: new Date(1_760_172_800_000),
      lines: [{ itemId: '811', variantId: '9001', sku: 'TEE-S', units: 1, price: 1850 }],
    });
  });

  it('are read on where a full page does not say whether more follows', async () => {
    const page = (from: number, rows: number) =>
      Array.from({ length: rows }, (_, index) => ({ ...record, return_sn: `R${String(from + index)}` }));
    const shop = recordedShop({
      get_return_list: (_query, count) => ({ return: count === 0 ? page(0, 50) : page(50, 2) }),
    });
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const first = await returns.page(shop.access, null, window);
    expect(first.next).toMatchObject({ page: 1 });
    expect(await returns.page(shop.access, first.next, window)).toMatchObject({ next: null });
  });

  it('hold every documented status and no other', () => {
    const documented = 'REQUESTED ACCEPTED CANCELLED JUDGING CLOSED PROCESSING SELLER_DISPUTE';
    expect(Object.keys(returnStates).sort()).toEqual(documented.split(' ').sort());
  });

  it.each([
    [{ status: 'PROCESSING' }, { state: 'pending', canAccept: true }],
    [
      { status: 'PROCESSING', due_date: 1_760_000_900 },
      { state: 'to_return', canAccept: false },
    ],
    [{ status: 'ACCEPTED' }, { state: 'accepted', canAccept: false, canDispute: true }],
    [{ status: 'CLOSED' }, { state: 'refused', canDispute: false }],
    [{ status: 'TELEPORTED' }, { state: 'unknown', rawState: 'TELEPORTED', canAccept: false }],
    [
      { image: ['https://cf.example/file/1', 'javascript:alert(1)'] },
      { pictures: ['https://cf.example/file/1'] },
    ],
    [{ validation_type: 'warehouse_validation' }, { state: 'pending', canAccept: false }],
  ])('with %j are %j', async (more, expected) => {
    const shop = recordedShop({ get_return_detail: detail(more) });
    expect(await returns.read(shop.access, record.return_sn)).toMatchObject(expected);
  });

  it('are null where Shopee knows none', async () => {
    const shop = recordedShop({
      get_return_detail: () => refusal('error_data', "The return you queried doesn't exist."),
    });
    expect(await returns.read(shop.access, 'X')).toBeNull();
  });

  it('are listed page by page, in windows of at most 15 days; one that does not fit is quarantined', async () => {
    const shop = recordedShop({
      get_return_list: (_request, count) => ({
        more: count === 0,
        return: count === 0 ? [record, { ...record, return_sn: 'BAD', create_time: 'soon' }] : [],
      }),
    });
    const day = 86_400_000;
    const window = { from: new Date(now.getTime() - 20 * day), to: now };
    const pages: Awaited<ReturnType<typeof returns.page>>[] = [];
    do pages.push(await returns.page(shop.access, pages.at(-1)?.next ?? null, window));
    while (pages.at(-1)?.next !== null);
    expect(pages[0]).toMatchObject({
      returns: [{ returnId: record.return_sn }],
      unreadable: [{ reference: 'BAD' }],
    });
    expect(shop.http.requests.map((request) => queryOf(request, 'page_no'))).toEqual(['0', '1', '0']);
    const spans = shop.http.requests.map(
      (request) => Number(queryOf(request, 'update_time_to')) - Number(queryOf(request, 'update_time_from')),
    );
    expect(Math.max(...spans)).toBe(15 * 86_400);
  });
});

describe('a list of Shopee’s that never ends', () => {
  it('is not followed', async () => {
    const shop = recordedShop({ get_return_list: () => ({ more: true, return: [record] }) });
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const first = await returns.page(shop.access, null, window);
    await expect(returns.page(shop.access, first.next, window)).rejects.toThrow(/repeats/);
  });
});

describe('accepting a return (shopee.md 6.2)', () => {
  it('confirms it once', async () => {
    const shop = recordedShop({
      get_return_detail: detail(),
      confirm: () => ({ return_sn: record.return_sn }),
    });
    expect(await returnAcceptance.accept.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(shop.bodies('confirm')).toEqual([{ return_sn: record.return_sn }]);
    const accepted = recordedShop({ get_return_detail: detail({ status: 'ACCEPTED' }) });
    expect(await returnAcceptance.accept.perform(accepted.access, asked)).toEqual({ outcome: 'done' });
    expect(await returnAcceptance.accept.check(accepted.access, asked, null)).toEqual({ effect: 'done' });
  });

  it.each([
    ['error_validation', 'refusals.return_at_warehouse'],
    ['error_return_status', 'refusals.return_answered'],
  ])('says what %s means', async (error, code) => {
    const shop = recordedShop({ get_return_detail: detail(), confirm: () => refusal(error, 'No.') });
    const result = await returnAcceptance.accept.perform(shop.access, asked);
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe(code);
  });

  it.each([
    ['REQUESTED', 'not_done'],
    ['CANCELLED', 'refused'],
  ])('checks a return that is %s: %s', async (status, effect) => {
    const shop = recordedShop({ get_return_detail: detail({ status }) });
    expect(await returnAcceptance.accept.check(shop.access, asked, null)).toMatchObject({ effect });
  });
});

describe('disputing a return (shopee.md 6.2)', () => {
  const reasons: Answer = () => ({
    dispute_reason_list: [
      {
        dispute_reason: '50',
        dispute_requirement: 'Photos',
        evidence_module_list: [
          { module_index: 1, requirement: 'Photo of the parcel', is_required: true },
          { module_index: 2, requirement: 'Chat', is_required: false },
        ],
      },
      { dispute_reason: '46', dispute_requirement: '', evidence_module_list: [] },
    ],
  });
  const image = { name: 'a b".png', mediaType: 'image/png', bytes: new TextEncoder().encode('png') };
  const dispute = { ...asked, reason: '50', text: 'Not so', email: 'a@example.test', images: [image] };
  const open = {
    get_return_detail: detail(),
    get_return_dispute_reason: reasons,
    convert_image: () => ({ url: 'https://img.example/1', thumbnail: 't' }),
    dispute: () => ({ return_sn: record.return_sn, msg: '' }),
  };

  it('offers the reasons of this return', async () => {
    const shop = recordedShop(open);
    expect(await returnDispute.reasons(shop.access, record.return_sn)).toMatchObject([
      { key: '50', label: { code: 'asked.claim_incorrect' } },
      { key: '46', label: { code: 'asked.return_not_received' } },
    ]);
  });

  it('uploads the images and puts them where evidence is required', async () => {
    const shop = recordedShop(open);
    expect(await returnDispute.dispute.perform(shop.access, dispute)).toEqual({ outcome: 'done' });
    expect(shop.bodies('dispute')).toEqual([
      {
        return_sn: record.return_sn,
        email: 'a@example.test',
        dispute_reason_id: 50,
        dispute_text_reason: 'Not so',
        image_list: [
          { module_index: 1, requirement: 'Photo of the parcel', image_url: ['https://img.example/1'] },
        ],
      },
    ]);
    const [upload] = shop.bodies('convert_image');
    const sent = upload instanceof Uint8Array ? new TextDecoder().decode(upload) : '';
    expect(sent).toContain('name="return_sn"\r\n\r\n2510100RET01\r\n');
    expect(sent).toContain(
      'name="upload_image"; filename="a_b_.png"\r\ncontent-type: image/png\r\n\r\npng\r\n--',
    );
  });

  it('sends no images with a return that was not received', async () => {
    const shop = recordedShop(open);
    await returnDispute.dispute.perform(shop.access, { ...dispute, reason: '46', images: [] });
    expect(shop.bodies('dispute')).toEqual([expect.not.objectContaining({ image_list: expect.anything() })]);
  });

  it.each([
    [{ email: null }, 'email_needed'],
    [{ images: [] }, 'images_needed'],
    [{ images: [image, image, image, image] }, 'too_many_images'],
    [{ images: [{ ...image, mediaType: 'image/gif' }] }, 'image_refused'],
    [{ reason: '99' }, 'reason_not_offered'],
  ])('with %j is refused before it is sent', async (more, code) => {
    const shop = recordedShop(open);
    expect(await returnDispute.dispute.perform(shop.access, { ...dispute, ...more })).toMatchObject({ code });
    expect(shop.bodies('dispute')).toEqual([]);
  });

  it('is not sent again', async () => {
    const shop = recordedShop({ ...open, get_return_detail: detail({ status: 'SELLER_DISPUTE' }) });
    expect(await returnDispute.dispute.perform(shop.access, dispute)).toEqual({ outcome: 'done' });
    expect(await returnDispute.dispute.check(shop.access, dispute, null)).toEqual({ effect: 'done' });
  });
});
