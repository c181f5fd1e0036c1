import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { measureOf } from './listings.ts';
import { stock } from './stock.ts';
import { stockInfo } from './wire.ts';

const app = { id: '2000001', secret: 'k', hosts: { api: 'https://api.test' }, extra: {} };
const sentAt = new Date(1_760_000_000_000);
const now = new Date(1_760_000_004_000);

const line = (variantId: string, quantity: number, itemId = '811'): StockLine => ({
  itemId,
  variantId,
  stockRef: { location: 'SGZ' },
  quantity,
  compareFrom: null,
  attemptKey: `a-${variantId}`,
  sentAt,
});

const pushing = (lines: readonly StockLine[], ...bodies: readonly unknown[]) => {
  const http = recordedHttp(now, (_, count) => ({ body: bodies[count] }));
  return { http, results: stock.push(accessTo(app, http, { shopId: '600001' }), lines) };
};

describe('setting stock at Shopee (shopee.md 3, 3.3)', () => {
  it('sends one item’s models in one call, with the location, signed with the instant of the attempt', async () => {
    const { http, results } = pushing([line('9001', 5), line('9002', 0)], {
      error: '',
      response: {
        success_list: [
          { model_id: 9001, stock: 5 },
          { model_id: 9002, stock: 0 },
        ],
        failure_list: [],
      },
    });
    expect(await results).toEqual([{ outcome: 'ok' }, { outcome: 'ok' }]);
    const [request] = http.requests;
    expect(JSON.parse(String(request?.body))).toEqual({
      item_id: 811,
      stock_list: [
        { model_id: 9001, seller_stock: [{ location_id: 'SGZ', stock: 5 }] },
        { model_id: 9002, seller_stock: [{ location_id: 'SGZ', stock: 0 }] },
      ],
    });
    expect(request === undefined ? '' : queryOf(request, 'timestamp')).toBe('1760000000');
  });

  it('says of each line what Shopee says of it; a line in neither list is unknown', async () => {
    const { results } = pushing([line('1', 5), line('2', 3), line('3', 4)], {
      error: '',
      response: {
        success_list: [{ model_id: 1 }],
        failure_list: [{ model_id: 2, failed_reason: 'Total stock must be more than reserved stock.' }],
      },
    });
    expect(await results).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'rejected', mayPass: true },
      { outcome: 'unknown' },
    ]);
  });

  it('does not take a row that failed for trouble at Shopee’s for a refusal', async () => {
    const { results } = pushing([line('1', 5)], {
      error: '',
      response: { failure_list: [{ model_id: 1, failed_reason: 'System is busy, please try again later.' }] },
    });
    expect(await results).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('reads the rows also when the error on top says that all failed', async () => {
    const { results } = pushing([line('1', 5)], {
      error: 'product.error_busi_update_stock_failed',
      message: 'update failed',
      response: { success_list: [], failure_list: [{ model_id: 1, failed_reason: 'Wrong model_id.' }] },
    });
    expect(await results).toMatchObject([
      { outcome: 'rejected', code: 'error_busi_update_stock_failed', mayPass: false },
    ]);
  });

  it.each([
    ['error_auth', 'Total stock must be more than reserved stock.', 'promotion_holds_more', true],
    ['error_cannt_edit_stock_in_promotion', '', 'quantity_in_promotion', true],
    ['error_holiday_mode_change_stock', '', 'holiday', true],
    ['error_edit_item_stock_for_item_has_model', '', 'sku_gone', false],
    ['error_item_not_belong_shop', '', 'item_gone', false],
    ['error_something_new', 'Because.', 'quantity', true],
  ])('explains %s', async (error, message, code, mayPass) => {
    const [result] = await pushing([line('1', 3)], { error, message }).results;
    expect(result).toMatchObject({
      outcome: 'rejected',
      mayPass,
      reason: { code: `refusals.${code}` },
    });
  });

  it('throws what concerns the whole call', async () => {
    await expect(
      pushing([line('1', 3)], { error: 'error_system_busy', message: '' }).results,
    ).rejects.toThrow(ChannelError);
    await expect(
      pushing([line('1', 3)], { error: 'invalid_acceess_token', message: '' }).results,
    ).rejects.toThrow(ChannelError);
  });

  it('keeps what an earlier call did when a later one fails', async () => {
    const { results } = pushing(
      [line('1', 3), line('1', 3, '812')],
      { error: '', response: { success_list: [{ model_id: 1 }] } },
      { error: 'error_system_busy', message: '' },
    );
    expect(await results).toMatchObject([{ outcome: 'ok' }, { outcome: 'unknown' }]);
  });
});

describe('the measure at Shopee', () => {
  it.each([
    [
      { seller_stock: [{ location_id: 'SGZ', stock: 8 }], reserved: 4 },
      { measure: 12, reserved: 4, stockRef: { location: 'SGZ' } },
    ],
    [
      { seller_stock: [{ location_id: null, stock: 5 }], reserved: 0 },
      { measure: 5, reserved: 0, stockRef: {} },
    ],
    [
      {
        seller_stock: [
          { location_id: 'A', stock: 9, if_saleable: false },
          { location_id: 'B', stock: 2, if_saleable: true },
        ],
        reserved: 0,
      },
      { measure: 2, reserved: 0, stockRef: { location: 'B' } },
    ],
    [
      { seller_stock: [], reserved: 0 },
      { measure: null, reserved: 0, stockRef: {} },
    ],
  ])('%j', ({ seller_stock, reserved }, expected) => {
    const told = stockInfo.parse({ seller_stock, summary_info: { total_reserved_stock: reserved } });
    expect(
      measureOf(
        told,
        accessTo(
          app,
          recordedHttp(now, () => ({ body: {} })),
          { shopId: '600001' },
        ),
      ),
    ).toMatchObject(expected);
  });
});
