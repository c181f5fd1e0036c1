import type { Access } from '../kit/access.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { accessTo, pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { RecordedHttp } from '../kit/recorded-http.fixture.ts';

export const app = { id: 'evenstock', secret: '', hosts: { api: 'https://api.qoo10.test' }, extra: {} };
export const now = new Date('2026-01-05T04:00:00Z');

/** The `Group.Method` of a request. */
export const methodOf = (request: ChannelRequest): string => pathOf(request).split('/').pop() ?? '';

/** The form of a request. */
export const formOf = (request: ChannelRequest | undefined): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(String(request?.body ?? '')));

/** What QAPI answers when a method ran (qoo10.md 2). */
export const ran = (result: unknown) => ({ ResultObject: result, ResultCode: 0, ResultMsg: 'Success' });
export const refused = (code: number, message = 'no') => ({
  ResultObject: null,
  ResultCode: code,
  ResultMsg: message,
});

/** A seller whose QAPI answers each method so; what is not named finds nothing. */
export function sellerWith(answers: Readonly<Record<string, (form: Record<string, string>) => unknown>>): {
  access: Access;
  http: RecordedHttp;
  called: (method: string) => Record<string, string>[];
} {
  const http = recordedHttp(now, (request) => ({
    body: answers[methodOf(request)]?.(formOf(request)) ?? ran([]),
  }));
  return {
    http,
    access: accessTo(app, http, { shopId: 'demoseller', accessToken: 'S5bnDEMO' }),
    called: (method) => http.requests.filter((request) => methodOf(request) === method).map(formOf),
  };
}

/** The row of qoo10.md 4.2. */
export const row = {
  shippingStatus: 'On request(2)',
  sellerID: 'demoseller',
  packNo: 201234567,
  orderNo: 301234567,
  orderDate: '2026-01-01 09:00:00',
  PaymentDate: '2026-01-01 09:01:00',
  EstShippingDate: '2026-01-03 00:00:00',
  ShippingDate: '',
  DeliveredDate: '',
  buyer: 'TAN A',
  buyer_gata: 'Tan A',
  buyerTel: '',
  buyerMobile: '+65-9000-0000',
  buyerEmail: 'b@example.test',
  itemCode: '412345678',
  sellerItemCode: 'TEE-01',
  itemTitle: 'Demo Cotton Tee',
  option: 'Color:Red/Size:M',
  optionCode: 'TEE-01-R-M',
  orderPrice: 39.8,
  orderQty: 2,
  discount: 0,
  total: 39.8,
  receiver: 'TAN A',
  receiver_gata: 'Tan A',
  shippingCountry: 'SG',
  zipCode: '238823',
  shippingAddr: '1 DEMO RD #01-01',
  Addr1: '1 DEMO RD',
  Addr2: '#01-01',
  receiverTel: '',
  receiverMobile: '+65-9000-0000',
  hopeDate: '',
  senderName: '',
  senderTel: '',
  senderNation: 'SG',
  senderZipCode: '',
  senderAddr: '',
  ShippingWay: '',
  ShippingMsg: '',
  PaymentMethod: 'CreditCard',
  PaymentNation: 'SG',
  currency: 'SGD',
  SellerDiscount: 0,
  Cart_Discount_Seller: 0,
  Cart_Discount_Qoo10: 0,
  SettlePrice: 35.8,
  ShippingRate: 1.99,
  shippingRateType: 'Charge',
  DeliveryCompany: 'Qxpress',
  TrackingNo: '',
  PackingNo: 'SGP123456789',
  SellerDeliveryNo: '',
  VoucherCode: '',
  Gift: '',
};

/** The claim of qoo10.md 4.4 after its completion. */
export const claim = {
  claimStatus: '3',
  orderNo: 301234567,
  packNo: 201234567,
  reason: 'Out of Stock(by Seller)',
  requestDate: '2026-01-05 10:00:00',
  cancelRefundDate: '2026-01-05 10:00:00',
  orderDate: '2026-01-01 09:00:00',
  PaymentDate: '2026-01-01 09:01:00',
  shippingDate: '',
  DeliveredDate: '',
  itemCode: '412345678',
  sellerItemCode: 'TEE-01',
  itemTitle: 'Demo Cotton Tee',
  orderQty: 2,
  paymentNation: 'SG',
  currency: 'SGD',
  paymentAmount: 39.8,
  buyer: 'TAN A',
  receiver: 'TAN A',
  deliveryCompany: '',
  trackingNo: '',
  trackingNoReturn: '',
  zipCode: '',
};
