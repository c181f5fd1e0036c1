import { message, type Message } from '@evenstock/contract/messages/message';
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
import { channel } from './channel.ts';

/** Seconds until a confirmation shows on the order: "after a short while" (amazon-sg.md 5), taken for ten minutes at most. */
const showsWithin = 600;
const lookAgain = 30;

/** amazon-sg.md 5: no list of carrier codes is given, so each goes as `Other` with its name. */
const carrierCode = 'Other';

const fieldLabels = {
  shipping_company: 'asked.shipping_company',
  tracking_no: 'asked.tracking_no',
} as const;

const asked = (key: keyof typeof fieldLabels): AskedField => ({
  key,
  label: message(fieldLabels[key]),
  kind: 'text',
  required: true,
  pattern: null,
  choices: [],
  within: null,
});

const fields = [asked('shipping_company'), asked('tracking_no')];

/** The seller confirms a shipment, with its carrier and tracking number (amazon-sg.md 5). */
export const fulfilment: Fulfilment = {
  // Amazon takes single lines; the product ships its orders whole.
  choosesLines: false,
  async form(access, { channelId }) {
    demandShippable(await orderNow(access, channelId));
    return { methods: [{ key: 'default', label: message('asked.confirm_shipment'), fields }] };
  },
  ship: {
    perform: (access, shipment) => catchRejection(knownRejections, () => confirm(access, shipment)),
    check: (access, shipment, reference) => checking(() => look(access, shipment, reference)),
  },
};

/** amazon-sg.md 5: Amazon gives few words with a refusal. */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /invalid ?(input|request)/i,
    reason: message('refusals.shipment_refused', { channel }),
    mayPass: false,
  },
];

/**
 * The parcel's number, one for each attempt: a repeated confirmation changes the parcel and adds none (amazon-sg.md 5). A positive
 * number of 31 bits.
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

/** Without a reference the confirmation may have arrived; it then has the same time to show, from the shipping on. */
async function look(access: Access, shipment: Shipment, reference: Reference | null): Promise<Effect> {
  const order = await orderNow(access, shipment.order.channelId);
  if (parcelIn(order, shipment) !== undefined) return { effect: 'done' };
  const { fulfillmentStatus } = order.fulfillment;
  if (fulfillmentStatus === 'CANCELLED') {
    return {
      effect: 'refused',
      code: fulfillmentStatus,
      reason: message('refusals.order_cancelled', { channel }),
    };
  }
  const since = new Date(reference?.['confirmedAt'] ?? shipment.shippedAt).getTime();
  return access.http.now().getTime() < since + showsWithin * 1000
    ? { effect: 'not_yet_known', afterSeconds: lookAgain }
    : { effect: 'not_done' };
}

function parcelOf(answers: Answers): { carrier: string; tracking: string } {
  const [carrier, tracking] = fields.map(({ key }) => {
    const value = answers[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '') throw rejected(`missing_${key}`, message('refusals.carrier_needed'));
    return text;
  });
  return { carrier: carrier ?? '', tracking: tracking ?? '' };
}

/** The parcel of this shipment, if it is confirmed: by its reference or its tracking number. */
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

function whyNot({ fulfillment, programs }: Order): Message | null {
  if (fulfillment.fulfilledBy === 'AMAZON') return message('refusals.warehouse_ships', { channel });
  switch (fulfillment.fulfillmentStatus) {
    case 'UNSHIPPED':
    case 'PARTIALLY_SHIPPED':
      return programs.includes('FBM_SHIP_PLUS') ? message('refusals.label_bought_there', { channel }) : null;
    case 'PENDING':
    case 'PENDING_AVAILABILITY':
      return message('refusals.not_ready', { channel });
    case 'SHIPPED':
      return message('refusals.shipped_already');
    case 'CANCELLED':
      return message('refusals.order_cancelled', { channel });
    default:
      return message('refusals.not_in_this_state', { channel });
  }
}
