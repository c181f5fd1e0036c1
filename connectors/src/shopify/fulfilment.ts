import { message } from '@evenstock/contract/messages/message';
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
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { fulfillmentOrdersDocument, moreToSendDocument, shipDocument } from './order-documents.ts';
import { fieldOf, nextOf } from './listings.ts';
import { trackingCompanies } from './tracking-companies.ts';
import { refusedBy } from './user-errors.ts';
import { fulfillmentOrders, toSendPage, written } from './wire-actions.ts';
import type { FulfillmentOrder, OrderToSend } from './wire-actions.ts';
import { channel } from './channel.ts';

/**
 * Shipping (shopify.md 5). An order has a fulfilment order for each location. A shipment sends what is left at one location, of
 * all lines or of the chosen ones.
 */
export const fulfilment: Fulfilment = {
  choosesLines: true,

  async form(access, order) {
    const now = await readOrder(access, order);
    const open = openParts(now);
    if (open.length === 0) throw notShippable(now);
    const fields = [companyField, numbersField, locationField(open)];
    return { methods: [{ key: 'default', label: message('asked.ship'), fields }] };
  },

  ship: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => ship(access, asked, took)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

const companyField: AskedField = {
  key: 'tracking_company',
  label: message('asked.tracking_company'),
  kind: 'choice',
  required: false,
  pattern: null,
  choices: trackingCompanies.map((name) => ({ value: name, label: name, within: null })),
  within: null,
};

const numbersField: AskedField = {
  key: 'tracking_numbers',
  label: message('asked.tracking_numbers'),
  kind: 'texts',
  required: false,
  pattern: null,
  choices: [],
  within: null,
};

function locationField(open: readonly FulfillmentOrder[]): AskedField {
  const locations = new Map(
    open.map((part) => [locationOf(part), part.assignedLocation?.name ?? locationOf(part)]),
  );
  return {
    key: 'location_id',
    label: message('asked.location_id'),
    kind: 'choice',
    required: true,
    pattern: null,
    choices: [...locations].map(([value, label]) => ({ value, label, within: null })),
    within: null,
  };
}

/** The location of a part, or the part itself where the location is deleted. */
const locationOf = (part: FulfillmentOrder): string => part.assignedLocation?.location?.id ?? part.id;

type PartLine = FulfillmentOrder['lineItems']['nodes'][number];

const hasRest = (part: FulfillmentOrder): boolean => restOf(part, null).length > 0;

/** What is left of a part, of all its lines or of the chosen ones. */
function restOf(part: FulfillmentOrder, lines: Shipment['lines']): PartLine[] {
  return part.lineItems.nodes.filter(
    ({ remainingQuantity, lineItem }) =>
      remainingQuantity > 0 && (lines === null || lines.some(({ lineId }) => lineId === lineItem.id)),
  );
}

/** The parts that can be sent now, by their supported actions (shopify.md 4). Those of another place are not sent from here. */
function openParts(order: OrderToSend): FulfillmentOrder[] {
  return order.parts.filter(
    (part) =>
      (part.status === 'OPEN' || part.status === 'IN_PROGRESS') &&
      part.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT') &&
      hasRest(part),
  );
}

async function readOrder(access: Access, order: OrderRef): Promise<OrderToSend> {
  const parts: FulfillmentOrder[] = [];
  let after: string | null = null;
  for (;;) {
    const { data } = await graphql(access, fulfillmentOrdersDocument, { id: order.channelId, after });
    if (data['order'] === null || data['order'] === undefined) {
      throw rejected('order_not_found', message('refusals.order_gone', { channel }));
    }
    const { cancelledAt, fulfillmentOrders: page } = parseReply(
      fulfillmentOrders,
      data['order'],
      'fulfillmentOrders',
    );
    for (const part of page.nodes) parts.push(await wholePart(access, part));
    const next: { after: string } | null = nextOf(page.pageInfo, after, null);
    if (next === null) return { cancelledAt, parts };
    ({ after } = next);
  }
}

async function wholePart(access: Access, part: FulfillmentOrder): Promise<FulfillmentOrder> {
  const nodes = [...part.lineItems.nodes];
  let next = nextOf(part.lineItems.pageInfo, null, null);
  while (next !== null) {
    const { after } = next;
    const { data } = await graphql(access, moreToSendDocument, { id: part.id, after });
    const more = parseReply(toSendPage, fieldOf(data['fulfillmentOrder'], 'lineItems'), 'lineItems');
    nodes.push(...more.nodes);
    next = nextOf(more.pageInfo, after, null);
  }
  return { ...part, lineItems: { nodes, pageInfo: { hasNextPage: false } } };
}

async function ship(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
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
            // Without lines, all that remains is sent.
            ...(asked.lines === null ? {} : { fulfillmentOrderLineItems: chosenOf(part, asked.lines) }),
          })),
        ...(trackingInfo === null ? {} : { trackingInfo }),
      },
    });
    refusedBy(parseReply(written, data['fulfillmentCreate'], 'fulfillmentCreate').userErrors);
    took();
  }
  return done;
}

/** All that is left of a chosen line is sent, so that a repeated call after a lost answer sends nothing. */
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
    throw rejected('unknown_company', message('refusals.tracking_company_needed'));
  }
  const numbers = (typeof typed === 'string' ? [typed] : typed)
    .map((number) => number.trim())
    .filter((number) => number !== '');
  if (company === '' && numbers.length === 0) return null;
  return { ...(company === '' ? {} : { company }), ...(numbers.length === 0 ? {} : { numbers }) };
}

/** The asked lines of the fulfilment orders that had units of them. */
function concerned(order: OrderToSend, asked: Shipment): FulfillmentOrder['lineItems']['nodes'] {
  const parts = partsAt(order.parts, asked).filter(({ status }) => status !== 'CANCELLED');
  return parts.flatMap((part) =>
    part.lineItems.nodes.filter(
      ({ totalQuantity, lineItem }) =>
        totalQuantity !== 0 &&
        (asked.lines === null || asked.lines.some(({ lineId }) => lineId === lineItem.id)),
    ),
  );
}

/** These very units have left: their fulfilment orders had some, and nothing of them remains (shopify.md 4). */
function wasSent(order: OrderToSend, asked: Shipment): boolean {
  const units = concerned(order, asked);
  const isNamed = ({ lineId }: { readonly lineId: string }): boolean =>
    units.some(({ lineItem }) => lineItem.id === lineId);
  return (
    order.cancelledAt === null &&
    units.length > 0 &&
    (asked.lines ?? []).every(isNamed) &&
    units.every(({ remainingQuantity }) => remainingQuantity === 0)
  );
}

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrder(access, asked.order);
  if (wasSent(order, asked)) return { effect: 'done' };
  if (order.cancelledAt) return { effect: 'refused', code: 'order_cancelled', reason: cancelledWords };
  const isSent = concerned(order, asked).some(({ remainingQuantity }) => remainingQuantity === 0);
  return effectOfParts(channel, [isSent, false]);
}

const cancelledWords = message('refusals.order_cancelled', { channel });

function notShippable(order: OrderToSend): ChannelError {
  if (order.cancelledAt) return rejected('order_cancelled', cancelledWords);
  const { parts } = order;
  if (parts.some(({ status }) => status === 'ON_HOLD' || status === 'SCHEDULED')) {
    return rejected('on_hold', onHoldWords);
  }
  if (parts.some(hasRest)) {
    return rejected('other_service', message('refusals.other_service_ships'));
  }
  return rejected('already_shipped', message('refusals.nothing_left'));
}

const onHoldWords = message('refusals.order_on_hold', { channel });

/** What refuses a shipment (shopify.md 5). */
const knownRejections: readonly KnownRejection[] = [
  { when: /on_hold|status= ?on_hold/i, reason: onHoldWords, mayPass: true },
  {
    when: /does not exist|unfulfillable status|invalid id/i,
    reason: message('refusals.order_changed', { channel }),
    mayPass: false,
  },
  {
    when: /quantity/i,
    reason: message('refusals.less_left'),
    mayPass: false,
  },
];
