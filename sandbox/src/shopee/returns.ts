import { buyerOf } from '../core/buyers.ts';
import { listed, paged } from '../core/left-out.ts';
import type { Order, OrderLine } from '../core/records.ts';
import { numberOf } from './parameters.ts';
import { seconds } from './products.ts';
import { keyOf, returnStatuses, type ReturnRecord } from './records.ts';
import { badParameter, ShopeeError } from './reply.ts';
import { counterLimit } from './return-records.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { maskedBuyer } from './words.ts';

const fifteenDays = 15 * 86_400;
const twoDays = 2 * 86_400;

const getReturnList: ShopEndpoint = {
  method: 'GET',
  path: 'returns/get_return_list',
  answer: (call) => {
    const { query, records, shop } = call;
    const pageNo = numberOf(query, 'page_no', { usual: 0 });
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100, usual: 40 });
    const status = query.get('status') ?? '';
    if (status !== '' && !returnStatuses.some((word) => word === status))
      throw badParameter('status is invalid.');
    const isCreated = within(query, 'create_time');
    const isUpdated = within(query, 'update_time');
    const negotiation = query.get('negotiation_status') ?? '';
    const meant = [...records.returns.values()].filter(
      (one) =>
        one.shop === shop.id &&
        (status === '' || one.status === status) &&
        (negotiation === '' || negotiationOf(one) === negotiation) &&
        isCreated(one.createdAt) &&
        isUpdated(one.updatedAt),
    );
    const found = listed(meant, call.call.leftOut('returns'));
    const page = paged(found, pageNo * pageSize, pageSize, call.call.pageFault('returns'));
    return {
      response: {
        more: (pageNo + 1) * pageSize < found.length,
        return: page.map((one) => ({
          ...returnFields(call, one),
          negotiation_status: negotiationOf(one),
          seller_proof_status: proofStatusOf(one),
          seller_compensation_status: 'COMPENSATION_NOT_APPLICABLE',
        })),
      },
    };
  },
};

/** A window of at most fifteen days over a field of a return; all there are if it is not asked for. */
function within(query: URLSearchParams, field: 'create_time' | 'update_time'): (instant: number) => boolean {
  const from = numberOf(query, `${field}_from`, { usual: 0 });
  const to = numberOf(query, `${field}_to`, { usual: Number.MAX_SAFE_INTEGER });
  const isWindow = query.has(`${field}_from`) && query.has(`${field}_to`);
  if (from > to || (isWindow && to - from > fifteenDays))
    throw badParameter(`${field}_from and ${field}_to should be at most 15 days apart.`);
  return (instant) => seconds(instant) >= from && seconds(instant) <= to;
}

const getReturnDetail: ShopEndpoint = {
  method: 'GET',
  path: 'returns/get_return_detail',
  answer: (call) => {
    const found = ownReturn(call, call.query.get('return_sn'));
    const due = seconds(found.createdAt) + twoDays;
    return {
      response: {
        ...returnFields(call, found),
        negotiation: {
          negotiation_status: negotiationOf(found),
          latest_solution: found.offer?.solution ?? 'RETURN_REFUND',
          latest_offer_amount: (found.offer?.amount ?? found.refund) / 100,
          latest_offer_creator: found.offer?.by ?? 'buyer',
          counter_limit: counterLimit - found.counters,
          offer_due_date: due,
        },
        seller_proof: { seller_proof_status: proofStatusOf(found), seller_evidence_deadline: null },
        seller_compensation: { seller_compensation_status: 'COMPENSATION_NOT_APPLICABLE', seller_compensation_due_date: null, compensation_amount: null },
        buyer_videos: [],
        logistics_status: 'LOGISTICS_PENDING_ARRANGE',
        reverse_logistics_status: '',
        return_pickup_address: { address: '', name: '', phone: '', town: '', district: '', city: '', state: '', region: 'SG', zipcode: '' },
        return_address: { whs_id: found.validation === 'warehouse_validation' ? 'SGW1' : '' },
      },
    }; // oxfmt-ignore
  },
};

const getAvailableSolutions: ShopEndpoint = {
  method: 'GET',
  path: 'returns/get_available_solutions',
  answer: (call) => {
    const found = ownReturn(call, call.query.get('return_sn'));
    const offer = {
      eligibility: found.status === 'REQUESTED',
      refund_amount_adjustable: true,
      max_refund_amount: found.refund / 100,
      min_refund_amount: 0.1,
    };
    return { response: { return_sn: found.sn, offer_return_refund: offer, offer_refund: offer } };
  },
};

export const returnEndpoints: readonly ShopEndpoint[] = [
  getReturnList,
  getReturnDetail,
  getAvailableSolutions,
];

/** The return of this shop with that number. */
export function ownReturn({ records, shop }: ShopCall, sn: string | null): ReturnRecord {
  if (sn === null || sn === '') throw badParameter('return_sn is required.');
  const found = records.returns.get(keyOf(shop, sn));
  if (found === undefined) throw new ShopeeError('error_data', "The return you queried doesn't exist.");
  return found;
}

function negotiationOf(one: ReturnRecord): string {
  if (one.status !== 'REQUESTED') return 'TERMINATED';
  return one.offer?.by === 'seller' ? 'PENDING_BUYER_RESPOND' : 'PENDING_RESPOND';
}

function proofStatusOf({ proof }: ReturnRecord): string {
  return proof === null ? 'NOT_NEEDED' : 'UPLOADED';
}

/** A buyer shows what came, unless nothing came. */
function buyersPictures({ core, shop }: ShopCall, order: Order | undefined, one: ReturnRecord): string[] {
  if (one.reason === 'NOT_RECEIPT') return [];
  const items = (order?.lines ?? [])
    .filter((line) => (one.units[line.id] ?? 0) > 0)
    .map((line) => shop.items.get(line.itemId));
  return items.flatMap((item) => (item === undefined ? [] : [core.pictureUrl(item.picture)]));
}

/** What list and detail have in common (6.2). */
function returnFields(call: ShopCall, one: ReturnRecord): Record<string, unknown> {
  const order = call.shop.orders.get(one.order);
  const buyer = buyerOf(order?.buyer ?? 1);
  const masked = maskedBuyer(buyer);
  const due = seconds(one.createdAt) + twoDays;
  return {
    return_sn: one.sn,
    order_sn: one.order,
    status: one.status,
    reason: one.reason,
    text_reason: one.text,
    reassessed_request_reason: '',
    refund_amount: one.refund / 100,
    amount_before_discount: one.refund / 100,
    currency: call.shop.record.currency,
    create_time: seconds(one.createdAt),
    update_time: seconds(one.updatedAt),
    due_date: due,
    return_ship_due_date: due + 5 * 86_400,
    return_seller_due_date: due,
    tracking_number: '',
    needs_logistics: one.reason !== 'NOT_RECEIPT',
    image: buyersPictures(call, order, one),
    user: { username: masked.username, email: `${buyer.username.slice(0, 1)}****@****`, portrait: '' },
    item: (order?.lines ?? []).filter((line) => (one.units[line.id] ?? 0) > 0).map((line) => itemFields(call, line, one.units[line.id] ?? 0)),
    dispute_reason: one.dispute === null ? [] : [String(one.dispute.reason)],
    dispute_text_reason: one.dispute === null ? [] : [one.dispute.text],
    return_refund_type: 'RRBOC',
    return_solution: one.reason === 'NOT_RECEIPT' ? 1 : 0,
    return_refund_request_type: 0,
    validation_type: one.validation,
  }; // oxfmt-ignore
}

function itemFields({ core, shop }: ShopCall, line: OrderLine, units: number): Record<string, unknown> {
  const isModel = line.variantName !== '';
  const item = shop.items.get(line.itemId);
  return {
    item_id: Number(line.itemId),
    model_id: isModel ? Number(line.variantId) : 0,
    name: line.name,
    images: item === undefined ? [] : [core.pictureUrl(item.picture)],
    amount: units,
    item_price: line.unitPrice / 100,
    item_sku: isModel ? (item?.sku ?? '') : line.sku,
    variation_sku: isModel ? line.sku : '',
    is_add_on_deal: false,
    is_main_item: false,
    add_on_deal_id: 0,
  };
}
