import { hashText } from '../core/random.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop } from '../core/shop.ts';
import type {
  AppRegistration,
  Call,
  CallIdentity,
  ChannelSimulator,
  Core,
  SandboxReply,
  SandboxRequest,
} from '../core/simulator.ts';
import { driftChanges } from './drift-changes.ts';
import { lyingSuccess, unknownError } from './odd-answers.ts';
import { cancel } from './cancellation.ts';
import { listClaims } from './claims.ts';
import { Credentials } from './credentials.ts';
import { confirm, confirmMany, ship, shipMany } from './fulfilment.ts';
import { GoodsRecords } from './goods-records.ts';
import { listGoods, readAddOns, readGoods, readOptions } from './goods.ts';
import { setDescription, setPriceAndQuantity, setStatus, updateGoods } from './goods-writes.ts';
import { answerLabel, isLabelPath, listCompanies, printLabel } from './labels.ts';
import {
  deleteOption,
  insertOption,
  replaceOptions,
  setOptionQuantity,
  updateOption,
  variantId,
} from './options.ts';
import type { OrderPriceReading } from './order-rows.ts';
import { listOrders, listOrdersLater, orderCodes, readOrder } from './orders.ts';
import { QapiCall } from './qapi-call.ts';
import { listCategories, listDeliveryGroups, searchBrand, searchMaker } from './reference-data.ts';
import { answer, GatewayError, refusal, QapiError } from './reply.ts';
import { acceptClaim, redeliver } from './returns.ts';
import { readSentCall } from './sent-call.ts';
import { ShipmentRecords } from './shipment-records.ts';
import { deliveryStatusWords, itemStatus } from './words.ts';

type Method = readonly [nature: 'read' | 'write', answer: (call: QapiCall) => unknown];

const createKey = 'CertificationAPI.CreateCertificationKey';
const unknownMethod = -90001;

/** Methods by their names; some exist in several spellings (qoo10.md 3 to 6). */
function methodsOf(reading: OrderPriceReading): Readonly<Record<string, Method>> {
  return {
    'ItemsLookup.GetAllGoodsInfo': ['read', listGoods],
    'ItemsLookup.GetItemDetailInfo': ['read', readGoods],
    'ItemsLookup.GetGoodsInventoryInfo': ['read', readOptions],
    'ItemsLookup.GetGoodsOptionInfo': ['read', readAddOns],
    'ItemsLookup.GetSellerDeliveryGroupInfo': ['read', listDeliveryGroups],
    'ItemsBasic.UpdateGoods': ['write', updateGoods],
    'ItemsBasic.EditGoodsStatus': ['write', setStatus],
    'ItemsContents.EditGoodsContents': ['write', setDescription],
    'ItemsOrder.SetGoodsPriceQty': ['write', setPriceAndQuantity],
    'ItemsOptions.EditGoodsInventory': ['write', replaceOptions],
    'ItemsOptions.InsertInventoryDataUnit': ['write', insertOption],
    'ItemsOptions.UpdateInventoryDataUnit': ['write', updateOption],
    'ItemsOptions.UpdateInventoryQtyUnit': ['write', setOptionQuantity],
    'ItemsOptions.DeleteInventoryDataUnit': ['write', deleteOption],
    'ShippingBasic.GetShippingInfo': ['read', (call) => listOrders(call, reading)],
    'ShippingBasic.GetShippingInfo_v2': ['read', (call) => listOrders(call, reading)],
    'ShippingBasic.GetShippingInfo_v3': ['read', (call) => listOrdersLater(call, reading)],
    'ShippingBasic.GetShippingAndClaimInfoByOrderNo': ['read', (call) => readOrder(call, reading)],
    'ShippingBasic.GetShippingAndClaimInfoByOrderNo_V2': ['read', (call) => readOrder(call, reading)],
    'ShippingBasic.GetClaimInfo_v2': ['read', (call) => listClaims(call, 'sg')],
    'ShippingBasic.GetClaimInfo_V3': ['read', (call) => listClaims(call, 'jp')],
    'ShippingBasic.SetSellerCheckYN': ['write', confirm],
    'ShippingBasic.SetSellerCheckYN_V2': ['write', confirm],
    'ShippingBasic.SetSellerCheckYnBulk': ['write', confirmMany],
    'ShippingBasic.SetSendingInfo': ['write', ship],
    'ShippingBasic.SetSendingInfoBulk': ['write', shipMany],
    'ShippingBasic.GetDeliveryCompanyInfo': ['read', listCompanies],
    'ShippingBasic.PrintQxpressInvoice': ['read', printLabel],
    'Claim.SetCancelProcess': ['write', cancel],
    'Claim.SetClaimAccept': ['write', acceptClaim],
    'Claim.SetClaimRedelivery': ['write', redeliver],
    'CommonInfoLookup.SearchBrand': ['read', searchBrand],
    'CommonInfoLookup.SearchMaker': ['read', searchMaker],
    'CommonInfoLookup.GetCatagoryListAll': ['read', listCategories],
  };
}

/** Qoo10's QAPI, Singapore, as qoo10.md describes it; what it writes of Japan (`ebayjapan.qapi`, class paths) is answered too. */
export function createQoo10Simulator(
  core: Core,
  settings: { readonly orderPrice: OrderPriceReading } = { orderPrice: 'of-line' },
): ChannelSimulator {
  const credentials = new Credentials(core);
  const books = { goods: new GoodsRecords(core), shipments: new ShipmentRecords(core) };
  const methods = methodsOf(settings.orderPrice);

  function identify(request: SandboxRequest): CallIdentity {
    const { pathname } = request.url;
    if (isLabelPath(pathname)) return { call: pathname, shop: null, accessToken: null, nature: 'page' };
    const { method, key, parameters } = readSentCall(request);
    if (method === createKey) {
      const shop = core.shop('qoo10', parameters.get('user_id') ?? '') ?? null;
      return { call: method, shop, accessToken: null, nature: 'token' };
    }
    const token = core.grants.token('qoo10', 'access', key);
    const shop = token === null ? null : (core.shop('qoo10', token.shop) ?? null);
    const accessToken = key === '' ? null : key;
    return { call: method || pathname, shop, accessToken, nature: methods[method]?.[0] ?? 'read' };
  }

  function handle(call: Call): SandboxReply {
    const { request } = call;
    if (isLabelPath(request.url.pathname)) return answerLabel(request, findRow);
    const sent = readSentCall(request);
    try {
      if (sent.method === createKey) return answer(sent, credentials.createKey(sent));
      const method = methods[sent.method];
      if (method === undefined) throw new GatewayError(unknownMethod, 'The API does not exist.');
      const shop = credentials.shopOf(sent.key);
      return answer(sent, method[1](new QapiCall(core, shop, books, sent, call)));
    } catch (error) {
      if (error instanceof QapiError) return refusal(sent, error);
      if (error instanceof SandboxError)
        return refusal(sent, new QapiError(orderCodes.notNow, error.message));
      throw error;
    }
  }

  function findRow(shopId: string, orderNo: string) {
    const shop = core.shop('qoo10', shopId);
    const row = shop && books.shipments.row(shop, orderNo);
    return shop && row ? { shop, row } : null;
  }

  return {
    channel: 'qoo10',
    home: { region: 'SG', currency: 'SGD', shopId: /^[A-Za-z0-9]+$/ },
    app: {
      // Sellers bring keys of their own: there is no app to register.
      id: 'qsm',
      secret: '',
      webhookSecret: '',
      extra: {},
      get hosts() {
        return { api: core.address('qoo10') };
      },
    } satisfies AppRegistration,
    identify,
    handle,
    // The document knows of no limit and of no refusal for it (qoo10.md 2).
    throttled: () => ({
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': '1' },
      body: 'Too Many Requests',
    }),
    serverError: () => ({
      status: 500,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: "<html><head><title>Runtime Error</title></head><body>Server Error in '/' Application.</body></html>",
    }),
    unknownError: ({ request }) => unknownError(readSentCall(request)),
    drifts: driftChanges,
    lyingSuccess,
    grant: (shop) => credentials.ofSeller(shop),
    connectsByHand: true,
    renewsByHand: true,
    ids: {
      shop: (name, sequence) =>
        `${
          name
            .toLowerCase()
            .replaceAll(/[^a-z0-9]/g, '')
            .slice(0, 14) || 'shop'
        }${String(sequence)}`,
      item: (shop, sequence) => numbered(shop, '4', sequence),
      variant: (_shop, sequence) => variantId(sequence),
      line: (shop, sequence) => numbered(shop, '3', sequence),
      // The seller sees the cart; the calls name the rows in it, and the next line made is its first.
      order: (shop, sequence) => ({
        number: numbered(shop, '2', sequence),
        id: numbered(shop, '3', (shop.record.made['line'] ?? 0) + 1),
      }),
    },
    onShopEvent(shop, shopEvent) {
      if (shopEvent.kind === 'order') books.shipments.note(shop, shopEvent.order);
      if (shopEvent.kind === 'revoked') credentials.change(shop);
    },
    pastOrder: (shop, order) => books.shipments.note(shop, order),
    // There are no webhooks (qoo10.md 7).
    notices: { accepted: () => true, timeoutSeconds: 1, retries: [] },
    wordFor: (order) => {
      const [shop] = core.shops('qoo10').filter((one) => one.orders.get(order.number) === order);
      const words = order.lines.map((line) => shop && books.shipments.status(shop, { order, line }));
      return [...new Set(words)]
        .map((status) => (status ? deliveryStatusWords[status] : 'Cancelled'))
        .join(', ');
    },
    statusOf: (item, variant) => (variant.status === 'deleted' ? 'S4' : itemStatus(item)),
  };
}

/** Nine or ten digits: what it is of, the shop, and the count in the shop. */
function numbered(shop: Shop, first: string, sequence: number): string {
  return `${first}${String(hashText(shop.id) % 1_000).padStart(3, '0')}${String(sequence).padStart(5, '0')}`;
}
