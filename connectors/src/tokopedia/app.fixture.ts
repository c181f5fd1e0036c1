import type { Access } from '../kit/access.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { accessTo, pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';

export const app = {
  id: 'demo-client-id',
  secret: 'demo-client-secret',
  hosts: { auth: 'https://accounts.test', api: 'https://fs.test' },
  extra: { fs_id: '13004', webhook_secret: 'demo-webhook-secret' },
};
export const now = new Date('2026-01-05T04:00:00Z');

/** tokopedia.md 2: the two envelopes when all is well. */
export const ok = (data: unknown): Recorded => ({
  body: {
    header: { process_time: 0.018, messages: 'Your request has been processed successfully' },
    data,
  },
});
export const okStatus = (data: unknown): Recorded => ({
  body: { data, status: '200 Ok', error_message: [] },
});
export const failed = (status: number, code: string, reason: string): Recorded => ({
  status,
  body: { header: { process_time: 0.01, messages: 'general', reason, error_code: code }, data: null },
});

type Answer = (request: ChannelRequest) => Recorded;

/** A linked shop; the answer is the one whose key ends the path of the request. Products that are not named are not there. */
export function shopWith(answers: Readonly<Record<string, Answer>>): {
  access: Access;
  http: RecordedHttp;
  called: (end: string) => ChannelRequest[];
} {
  const http = recordedHttp(now, (request) => {
    const found = Object.entries(answers).find(([end]) => pathOf(request).endsWith(end));
    return found === undefined ? ok([]) : found[1](request);
  });
  return {
    http,
    access: accessTo(app, http, { shopId: '479573', accessToken: 'c:demoToken', refreshToken: app.id }),
    called: (end) => http.requests.filter((request) => pathOf(request).endsWith(end)),
  };
}

export const bodyOf = (request: ChannelRequest | undefined): unknown =>
  JSON.parse(String(request?.body ?? 'null'));

/** tokopedia.md 4.1. */
export const order = {
  fs_id: '13004',
  order_id: 43481289,
  is_cod_mitra: false,
  accept_partial: false,
  invoice_ref_num: 'INV/20260110/XX/I/502',
  device_type: '',
  shop_id: 479066,
  warehouse_id: 0,
  fulfill_by: 0,
  payment_id: 11687315,
  order_status: 220,
  create_time: 1767225000,
  products: [
    {
      id: 15242279,
      name: 'Kaos Polos',
      quantity: 2,
      notes: '',
      weight: 0.2,
      total_weight: 0.4,
      price: 50000,
      total_price: 100000,
      currency: 'Rp',
      sku: 'TEE-01',
      is_wholesale: false,
    },
  ],
  products_fulfilled: [{ product_id: 15242279, quantity_deliver: 2, quantity_reject: 0 }],
  buyer: { id: 8970588, name: 'Budi', phone: '628000000000', email: 'b@example.test' },
  recipient: {
    name: 'Budi',
    phone: '628000000000',
    address: { address_full: 'Jl. Demo 1', postal_code: '12345', city: 'Jakarta' },
  },
  logistics: { shipping_id: 1, shipping_agency: 'JNE', service_type: 'Reguler' },
  amt: {
    ttl_product_price: 100000,
    shipping_cost: 10000,
    insurance_cost: 0,
    ttl_amount: 110000,
    voucher_amount: 0,
    toppoints_amount: 0,
  },
  dropshipper_info: {},
  voucher_info: { voucher_code: '', voucher_type: 0 },
  custom_fields: { awb: '' },
};

/** tokopedia.md 4.2, of the same order. */
export const detail = {
  order_id: 43481289,
  order_status: 220,
  invoice_number: 'INV/20260110/XX/I/502',
  create_time: '2025-12-31T23:50:00Z',
  payment_date: '2025-12-31T23:55:00Z',
  shipping_date: '0001-01-01T00:00:00Z',
  cancel_request_info: null,
  order_info: { shipping_info: { awb: '' } },
};
