import type { Answers, AskedField, Effect, Fulfilment, Reference, Shipment } from '../kit/capabilities.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { digest } from '../kit/signing.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId, segment } from './client.ts';
import { chosenItems } from './order-lines.ts';
import { orderNow } from './orders.ts';
import type { Order, OrderPackage } from './wire.ts';

/** Seconds until a confirmation shows on the order: "after a short while" (amazon-sg.md 5), taken for ten minutes at most. */
const showsWithin = 600;
const lookAgain = 30;

/** amazon-sg.md 5: no list of carrier codes is given, so each goes as `Other` with its name. */
const carrierCode = 'Other';

const asked = (key: string, label: string): AskedField => ({
  key,
  label,
  kind: 'text',
  required: true,
  pattern: null,
  choices: [],
  within: null,
});

const fields = [asked('shipping_company', 'Shipping company'), asked('tracking_no', 'Tracking number')];

/** The seller confirms that a parcel left the house, with its carrier and tracking number (amazon-sg.md 5). */
export const fulfilment: Fulfilment = {
  // Amazon takes single lines; the product ships its orders whole.
  choosesLines: false,
  async form(access, { channelId }) {
    demandShippable(await orderNow(access, channelId));
    return { methods: [{ key: 'default', label: 'Confirm shipment', fields }] };
  },
  ship: {
    perform: (access, shipment) => catchRejection(knownRejections, () => confirm(access, shipment)),
    check: (access, shipment, reference) => checking(() => look(access, shipment, reference)),
  },
};

/** amazon-sg.md 5: what Amazon refuses, it refuses with few words. */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /invalid ?(input|request)/i,
    reason:
      'Amazon did not take this shipment and does not say why. The order may have changed, or need a label bought at Amazon: sync it, and look at it in Seller Central.',
    mayPass: false,
  },
];

/**
 * The parcel's number, of the attempt's own: a confirmation that is sent again under the same number changes that parcel and
 * adds none (amazon-sg.md 5). A positive number of 31 bits.
 */
export function packageReference(attemptKey: string): string {
  return String((Number.parseInt(digest(attemptKey).slice(0, 8), 16) % 0x7f_ff_ff_ff) + 1);
}

async function confirm(access: Access, shipment: Shipment) {
  const parcel = parcelOf(shipment.answers);
  const order = await orderNow(access, shipment.order.channelId);
  if (parcelIn(order, shipment) !== undefined) return done;
  demandShippable(order);
  const now = access.http.now();
  await callAmazon(access, {
    operation: 'confirmShipment',
    method: 'POST',
    path: `/orders/v0/orders/${segment(order.orderId)}/shipmentConfirmation`,
    body: {
      marketplaceId,
      packageDetail: {
        packageReferenceId: packageReference(shipment.attemptKey),
        carrierCode,
        carrierName: parcel.carrier,
        trackingNumber: parcel.tracking,
        shipDate: (shipment.shippedAt > now ? now : shipment.shippedAt).toISOString(),
        orderItems: chosenItems(order, shipment.lines).map(({ item, units }) => ({
          orderItemId: item.orderItemId,
          quantity: units,
        })),
      },
    },
  });
  return {
    outcome: 'pending' as const,
    reference: { confirmedAt: now.toISOString() },
    afterSeconds: lookAgain,
  };
}

/** Without a reference nobody knows whether the confirmation arrived: it has from the shipping on as long to show as any. */
async function look(access: Access, shipment: Shipment, reference: Reference | null): Promise<Effect> {
  const order = await orderNow(access, shipment.order.channelId);
  if (parcelIn(order, shipment) !== undefined) return { effect: 'done' };
  const { fulfillmentStatus } = order.fulfillment;
  if (fulfillmentStatus === 'CANCELLED') {
    return { effect: 'refused', code: fulfillmentStatus, reason: whyNot(order) ?? '' };
  }
  const since = new Date(reference?.['confirmedAt'] ?? shipment.shippedAt).getTime();
  return access.http.now().getTime() < since + showsWithin * 1000
    ? { effect: 'not_yet_known', afterSeconds: lookAgain }
    : { effect: 'not_done' };
}

function parcelOf(answers: Answers): { carrier: string; tracking: string } {
  const [carrier, tracking] = fields.map(({ key, label }) => {
    const value = answers[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '')
      throw rejected(`missing_${key}`, `${label} is required to confirm a shipment to Amazon.`);
    return text;
  });
  return { carrier: carrier ?? '', tracking: tracking ?? '' };
}

/** The parcel of this shipment, if it is confirmed: by its number, or by what is written on it. */
function parcelIn(order: Order, shipment: Shipment): OrderPackage | undefined {
  const { tracking } = parcelOf(shipment.answers);
  const reference = packageReference(shipment.attemptKey);
  return order.packages.find(
    (each) => each.packageReferenceId === reference || each.trackingNumber === tracking,
  );
}

/** Throws `rejected` for an order that cannot be shipped now, with why and what to do. */
export function demandShippable(order: Order): void {
  const why = whyNot(order);
  if (why !== null) throw rejected(order.fulfillment.fulfillmentStatus, why);
}

function whyNot({ fulfillment, programs }: Order): string | null {
  if (fulfillment.fulfilledBy === 'AMAZON') return 'Amazon ships this order from its own warehouse.';
  switch (fulfillment.fulfillmentStatus) {
    case 'UNSHIPPED':
    case 'PARTIALLY_SHIPPED':
      return programs.includes('FBM_SHIP_PLUS')
        ? 'This is a Ship+ order: Amazon takes its shipment only with a label bought in Seller Central.'
        : null;
    case 'PENDING':
    case 'PENDING_AVAILABILITY':
      return 'Amazon has not released this order yet: its payment is being checked. Ship it once it is unshipped.';
    case 'SHIPPED':
      return 'This order is shipped already. Sync it to see its parcels.';
    case 'CANCELLED':
      return 'This order was cancelled at Amazon: do not ship it.';
    default:
      return 'Amazon does not let this order be shipped in its present state. Look at it in Seller Central.';
  }
}
