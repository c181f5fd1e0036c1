import type {
  ActionResult,
  AskedField,
  Effect,
  Fulfilment,
  OrderRef,
  Shipment,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { fulfillmentOrdersDocument, shipDocument } from './documents.ts';
import { trackingCompanies } from './tracking-companies.ts';
import { refusedBy } from './user-errors.ts';
import { fulfillmentOrders, written } from './wire-actions.ts';
import type { FulfillmentOrder, OrderToSend } from './wire-actions.ts';

/**
 * Shipping (shopify.md 5): an order is cut into fulfilment orders, one for each place that it is sent from; a shipment sends
 * what is left at one location, of all lines or of those that are chosen.
 */
export const fulfilment: Fulfilment = {
  choosesLines: true,

  async form(access, order) {
    const now = await readOrder(access, order);
    const open = openParts(now);
    if (open.length === 0) throw notShippable(now);
    const fields = [companyField, numbersField, locationField(open)];
    return { methods: [{ key: 'default', label: 'Ship', fields }] };
  },

  ship: {
    perform: (access, asked) => catchRejection(knownRejections, () => ship(access, asked)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

const companyField: AskedField = {
  key: 'tracking_company',
  label: 'Tracking Company',
  kind: 'choice',
  required: false,
  pattern: null,
  choices: trackingCompanies.map((name) => ({ value: name, label: name, within: null })),
  within: null,
};

const numbersField: AskedField = {
  key: 'tracking_numbers',
  label: 'Tracking Numbers',
  kind: 'texts',
  required: false,
  pattern: null,
  choices: [],
  within: null,
};

function locationField(open: readonly FulfillmentOrder[]): AskedField {
  const locations = new Map(open.map((part) => [locationOf(part), part.assignedLocation.name]));
  return {
    key: 'location_id',
    label: 'Location',
    kind: 'choice',
    required: true,
    pattern: null,
    choices: [...locations].map(([value, label]) => ({ value, label, within: null })),
    within: null,
  };
}

/** The place that a part is sent from: its location, or itself where that is deleted. */
const locationOf = (part: FulfillmentOrder): string => part.assignedLocation.location?.id ?? part.id;

type PartLine = FulfillmentOrder['lineItems']['nodes'][number];

const hasRest = (part: FulfillmentOrder): boolean => restOf(part, null).length > 0;

/** What is left of a part, of all its lines or of the chosen ones. */
function restOf(part: FulfillmentOrder, lines: Shipment['lines']): PartLine[] {
  return part.lineItems.nodes.filter(
    ({ remainingQuantity, lineItem }) =>
      remainingQuantity > 0 && (lines === null || lines.some(({ lineId }) => lineId === lineItem.id)),
  );
}

/** The parts that can be sent now: Shopify says of each what may be done with it (shopify.md 4). */
function openParts(order: OrderToSend): FulfillmentOrder[] {
  return order.fulfillmentOrders.nodes.filter(
    (part) =>
      (part.status === 'OPEN' || part.status === 'IN_PROGRESS') &&
      part.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT') &&
      hasRest(part),
  );
}

async function readOrder(access: Access, order: OrderRef): Promise<OrderToSend> {
  const { data } = await graphql(access, fulfillmentOrdersDocument, { id: order.channelId });
  if (data['order'] === null || data['order'] === undefined) {
    throw rejected(
      'order_not_found',
      'Shopify has no such order in this shop. Sync the order and try again.',
    );
  }
  return parseReply(fulfillmentOrders, data['order'], 'fulfillmentOrders');
}

async function ship(access: Access, asked: Shipment): Promise<ActionResult> {
  const order = await readOrder(access, asked.order);
  const parts = partsAt(openParts(order), asked).filter((part) => restOf(part, asked.lines).length > 0);
  if (parts.length === 0) {
    if (wasSent(order, asked)) return done;
    throw notShippable(order);
  }
  const trackingInfo = trackingOf(asked);
  // All fulfilment orders of one call must be of one location.
  for (const location of new Set(parts.map(locationOf))) {
    const { data } = await graphql(access, shipDocument, {
      fulfillment: {
        lineItemsByFulfillmentOrder: parts
          .filter((part) => locationOf(part) === location)
          .map((part) => ({
            fulfillmentOrderId: part.id,
            // Left out, all that remains is meant.
            ...(asked.lines === null ? {} : { fulfillmentOrderLineItems: chosenOf(part, asked.lines) }),
          })),
        ...(trackingInfo === null ? {} : { trackingInfo }),
      },
    });
    refusedBy(parseReply(written, data['fulfillmentCreate'], 'fulfillmentCreate').userErrors);
  }
  return done;
}

/** A chosen line goes with all that is left of it: sent again after a lost answer, nothing of it is left to send. */
function chosenOf(
  part: FulfillmentOrder,
  lines: Shipment['lines'],
): readonly { id: string; quantity: number }[] {
  return restOf(part, lines).map(({ id, remainingQuantity }) => ({ id, quantity: remainingQuantity }));
}

function partsAt(parts: readonly FulfillmentOrder[], { answers }: Shipment): FulfillmentOrder[] {
  const location = answers['location_id'];
  return typeof location === 'string' && location !== ''
    ? parts.filter((part) => locationOf(part) === location)
    : [...parts];
}

/** The carrier, of those that Shopify knows, and the parcels' numbers (shopify.md 5); null where neither is given. */
function trackingOf({ answers }: Shipment): { company?: string; numbers?: readonly string[] } | null {
  const company = answers['tracking_company'] ?? '';
  const typed = answers['tracking_numbers'] ?? [];
  if (typeof company !== 'string' || (company !== '' && !trackingCompanies.includes(company))) {
    throw rejected('unknown_company', 'Choose the tracking company from the list.');
  }
  const numbers = (typeof typed === 'string' ? [typed] : typed)
    .map((number) => number.trim())
    .filter((number) => number !== '');
  if (company === '' && numbers.length === 0) return null;
  return { ...(company === '' ? {} : { company }), ...(numbers.length === 0 ? {} : { numbers }) };
}

/** Something of the order was sent, and at the place asked for nothing is left of it. */
function wasSent(order: OrderToSend, asked: Shipment): boolean {
  const parts = partsAt(order.fulfillmentOrders.nodes, asked);
  const isLeft = parts.some(
    (part) => part.status !== 'CANCELLED' && part.status !== 'CLOSED' && restOf(part, asked.lines).length > 0,
  );
  return (
    !order.cancelledAt &&
    parts.length > 0 &&
    !isLeft &&
    order.fulfillments.some(({ status }) => status === 'SUCCESS')
  );
}

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrder(access, asked.order);
  if (wasSent(order, asked)) return { effect: 'done' };
  return order.cancelledAt
    ? { effect: 'refused', code: 'order_cancelled', reason: cancelledWords }
    : { effect: 'not_done' };
}

const cancelledWords = 'The order was cancelled on Shopify, so it is not shipped.';

function notShippable(order: OrderToSend): ChannelError {
  if (order.cancelledAt) return rejected('order_cancelled', cancelledWords);
  const parts = order.fulfillmentOrders.nodes;
  if (parts.some(({ status }) => status === 'ON_HOLD' || status === 'SCHEDULED')) {
    return rejected('on_hold', onHoldWords);
  }
  if (parts.some(hasRest)) {
    return rejected(
      'other_service',
      'Another fulfilment service sends this order, so it cannot be shipped from here.',
    );
  }
  return rejected(
    'already_shipped',
    'Everything of this order is shipped already, or cancelled. Sync the order to see what became of it.',
  );
}

const onHoldWords = 'Shopify holds this order back for now. Release it in the shop’s admin, then ship it.';

/** What refuses a shipment (shopify.md 5). */
const knownRejections: readonly KnownRejection[] = [
  { when: /on_hold|status= ?on_hold/i, reason: onHoldWords, mayPass: true },
  {
    when: /does not exist|unfulfillable status|invalid id/i,
    reason: 'Shopify no longer has these goods waiting to be shipped. Sync the order to see where it stands.',
    mayPass: false,
  },
  {
    when: /quantity/i,
    reason: 'Less is left to ship than was asked for. Sync the order and try again.',
    mayPass: false,
  },
];
