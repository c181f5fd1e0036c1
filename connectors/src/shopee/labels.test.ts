import { describe, expect, it } from 'vitest';
import { labels } from './labels.ts';
import { order, orderIn, parcelsIn, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const row = { order_sn: order.number, package_number: 'OFG1' };
const kinds: Answer = () => ({
  result_list: [
    {
      ...row,
      suggest_shipping_document_type: 'THERMAL_AIR_WAYBILL',
      selectable_shipping_document_type: ['THERMAL_AIR_WAYBILL', 'NORMAL_AIR_WAYBILL'],
    },
  ],
});
const inState =
  (...states: readonly string[]): Answer =>
  (_request, count) => ({ result_list: [{ ...row, status: states[Math.min(count, states.length - 1)] }] });
const none: Answer = () =>
  refusal('common.batch_api_all_failed', 'All failed', {
    result_list: [
      { ...row, fail_error: 'logistics.shipping_document_should_print_first', fail_message: 'Print' },
    ],
  });
const file: Answer = () => ({ body: '%PDF-1.4 made up', headers: { 'content-type': 'application/pdf' } });
const base = {
  get_order_detail: orderIn('PROCESSED'),
  get_shipping_document_parameter: kinds,
  get_tracking_number: () => ({ tracking_number: 'SPXSG0001', hint: '' }),
  create_shipping_document: () => ({ result_list: [row] }),
  download_shipping_document: file,
};
const print = async (answers: Readonly<Record<string, Answer>>) => {
  const shop = recordedShop({ ...base, ...answers });
  return { shop, results: await labels.print(shop.access, [order]) };
};

describe('Shopee’s shipping documents (shopee.md 5.3)', () => {
  it('are downloaded as bytes when they are ready, on paper where that can be chosen', async () => {
    const { shop, results } = await print({ get_shipping_document_result: inState('READY') });
    expect(results).toMatchObject([{ outcome: 'ready', label: { mediaType: 'application/pdf' } }]);
    expect(shop.bodies('download_shipping_document')).toEqual([
      {
        shipping_document_type: 'NORMAL_AIR_WAYBILL',
        order_list: [{ ...row, shipping_document_type: 'NORMAL_AIR_WAYBILL' }],
      },
    ]);
    expect(shop.bodies('create_shipping_document')).toEqual([]);
  });

  it('are of the parcels that are shipped, where an order was split', async () => {
    const packages = [{ package_number: 'OFG2' }, { package_number: 'OFG1' }];
    const { shop, results } = await print({
      get_order_detail: orderIn('PROCESSED', {}, packages),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_REQUEST_CREATED'], ['OFG2', 'LOGISTICS_READY']),
      get_shipping_document_result: inState('READY'),
    });
    expect(results).toMatchObject([{ outcome: 'ready' }]);
    expect(shop.bodies('download_shipping_document')).toMatchObject([
      { order_list: [{ package_number: 'OFG1' }] },
    ]);
  });

  it('are asked for with the tracking number, and again later', async () => {
    const { shop, results } = await print({
      get_shipping_document_result: (request, count) =>
        count === 0 ? none(request, count) : inState('PROCESSING')(request, count),
    });
    expect(results).toMatchObject([{ outcome: 'retry' }]);
    expect(shop.bodies('create_shipping_document')).toMatchObject([
      { order_list: [{ tracking_number: 'SPXSG0001', package_number: 'OFG1' }] },
    ]);
    expect(await labels.print(shop.access, [order])).toMatchObject([{ outcome: 'retry' }]);
    expect(shop.bodies('create_shipping_document')).toHaveLength(1);
  });

  it('are at hand at once where Shopee is quick', async () => {
    const { results } = await print({ get_shipping_document_result: inState('FAILED', 'READY') });
    expect(results).toMatchObject([{ outcome: 'ready' }]);
  });

  it('wait for a tracking number as long as Shopee asks', async () => {
    const { results } = await print({
      get_shipping_document_result: none,
      get_tracking_number: () => ({ tracking_number: '' }),
    });
    expect(results).toEqual([{ outcome: 'retry', afterSeconds: 300 }]);
  });

  it('are refused with the reason of the row', async () => {
    const { results } = await print({
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_PICKUP_DONE']),
      get_shipping_document_result: none,
      create_shipping_document: () =>
        refusal('common.batch_api_all_failed', 'All failed', {
          result_list: [{ ...row, fail_error: 'logistics.package_can_not_print', fail_message: 'No' }],
        }),
    });
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'package_can_not_print' }]);
  });

  it('wait while a parcel that was just shipped has no number', async () => {
    const cannotPrint: Answer = () =>
      refusal('common.batch_api_all_failed', 'All failed', {
        result_list: [{ ...row, fail_error: 'logistics.package_can_not_print', fail_message: 'No' }],
      });
    const { results } = await print({
      get_shipping_document_parameter: cannotPrint,
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY', true]),
    });
    expect(results).toEqual([{ outcome: 'retry', afterSeconds: 30 }]);
  });

  it('are refused when the download answers with an error in place of a file', async () => {
    const { results } = await print({
      get_shipping_document_result: inState('READY'),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_PICKUP_DONE']),
      download_shipping_document: () => refusal('logistics.package_can_not_print', 'No'),
    });
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'package_can_not_print' }]);
  });
});
