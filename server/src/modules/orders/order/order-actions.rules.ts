import type { ShippingFacts } from '@evenstock/contract/channels/channel-orders';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import { orderAction, type OrderAction } from '@evenstock/contract/orders/orders';
import { SELF_COLLECT } from './order-state.rules.ts';

/** The calls that a channel offers for its orders. */
export interface OrderCapabilities {
  readonly ships: boolean;
  readonly setsReady: boolean;
  readonly cancels: boolean;
  readonly acceptsCancellation: boolean;
  readonly refusesCancellation: boolean;
  readonly acceptsReturn: boolean;
  readonly disputesReturn: boolean;
  /** The channel wants to be notified when the buyer has collected an order. */
  readonly hearsOfPickups: boolean;
}

/** The facts of an order that decide which actions are offered. */
export interface ActionFacts {
  readonly channel: ChannelKind;
  readonly capabilities: OrderCapabilities;
  readonly marketplace: { readonly name: string; readonly isVerified: boolean };
  readonly state: OrderState;
  readonly marketplaceState: string;
  readonly category: string | null;
  /** Who sends it where no unit is the seller's. */
  readonly sentBy: 'marketplace' | 'elsewhere' | null;
  readonly shippingType: string | null;
  readonly hasTracking: boolean;
  /** The data of its buyer were deleted, so there is no address to send it to. */
  readonly isBuyerDeleted: boolean;
  /** All units that remained were shipped from here, though the marketplace may not show it yet. */
  readonly shippedHere: boolean;
  readonly cancellationRequested: boolean;
  readonly returned: ReturnFacts | null;
  /** An action of the order is unfinished at the marketplace. */
  readonly isPending: boolean;
  /** Units that came back, or were not put back, and are not restocked yet. */
  readonly restockable: number;
}

/** The facts of an order's return that decide whether it can be answered. */
export interface ReturnFacts {
  /** The marketplace lets the seller accept, or dispute, the return now. */
  readonly canAccept: boolean;
  readonly canDispute: boolean;
  /** It waits for the seller's answer, as the marketplace's status says. */
  readonly isPending: boolean;
  /** The deadline for an answer has passed. */
  readonly isOverdue: boolean;
  /** Units that came back are on stock again. */
  readonly isRestocked: boolean;
  /** The return was answered from here, though the marketplace may not show it yet. */
  readonly isAnsweredHere: boolean;
}

/** An action that is not offered, with the reason. */
export interface WithheldAction {
  readonly action: OrderAction;
  readonly reason: Message;
}

/** Marketplace states in which the seller may cancel. */
const cancellable: ReadonlySet<string> = new Set([
  'shipped',
  'processing',
  'pending',
  'READY_TO_SHIP',
  'RETRY_SHIP',
  'authorized',
  'partially_paid',
  'paid',
]);

/** Why an action is withheld; null: it is offered. */
const withheldBecause: Readonly<Record<OrderAction, (order: ActionFacts) => Message | null>> = {
  ship: (order) => {
    if (!order.capabilities.ships) return notByChannel(order);
    if (order.sentBy !== null) return sentByOthers(order);
    if (order.isBuyerDeleted) return message('orders.buyer_deleted');
    if (order.shippedHere) return blockedThere(order) ?? message('fulfilment.shipped_already');
    if (order.category === SELF_COLLECT) return whyCollected(order);
    return waitsToBeShipped(order) ? blockedThere(order) : message('fulfilment.not_to_ship');
  },
  ready_to_collect: (order) => {
    const isToCollect = order.category === SELF_COLLECT && order.state === 'staff_to_process';
    if (!isToCollect) return message('fulfilment.not_to_collect');
    return order.capabilities.setsReady ? blockedThere(order) : null;
  },
  authorise_pickup: whyNoPickup,
  confirm_pickup: whyNoPickup,
  cancel: (order) => {
    if (!order.capabilities.cancels) return notByChannel(order);
    return cancellable.has(order.marketplaceState)
      ? blockedThere(order)
      : message('cancellations.not_cancellable');
  },
  accept_cancellation: (order) =>
    order.capabilities.acceptsCancellation ? whyNotAnswered(order) : notByChannel(order),
  reject_cancellation: (order) => {
    if (order.capabilities.refusesCancellation) return whyNotAnswered(order);
    return order.capabilities.acceptsCancellation
      ? message('cancellations.cannot_refuse', { channel: channels[order.channel].label })
      : notByChannel(order);
  },
  accept_return: (order) => whyNoAnswer(order, order.capabilities.acceptsReturn, 'canAccept'),
  dispute_return: (order) => whyNoAnswer(order, order.capabilities.disputesReturn, 'canDispute'),
  restock: ({ restockable }) => (restockable > 0 ? null : message('orders.nothing_to_restock')),
  move_to_completed: ({ state }) => (state === 'shipped' ? null : message('orders.not_shipped')),
  sync: ({ marketplace }) => (marketplace.isVerified ? null : unauthorised(marketplace)),
  add_notes: () => null,
};

/** Whether an action is recorded in Evenstock only. */
const isRecordedHere: Partial<Readonly<Record<OrderAction, (channel: OrderCapabilities) => boolean>>> = {
  ready_to_collect: ({ setsReady }) => !setsReady,
  authorise_pickup: ({ hearsOfPickups }) => !hearsOfPickups,
  confirm_pickup: ({ hearsOfPickups }) => !hearsOfPickups,
  restock: () => true,
  move_to_completed: () => true,
  add_notes: () => true,
};

/** The actions of an order: those that are offered, and why the others of its channel are not. */
export function orderActions(order: ActionFacts): {
  readonly offered: OrderAction[];
  readonly withheld: WithheldAction[];
  /** The offered actions that are recorded in Evenstock only. */
  readonly recordedHere: OrderAction[];
} {
  const offered: OrderAction[] = [];
  const withheld: WithheldAction[] = [];
  for (const action of orderAction.options.filter((one) => one !== otherPickup(order.channel))) {
    const reason = withheldBecause[action](order);
    if (reason === null) offered.push(action);
    else withheld.push({ action, reason });
  }
  const recordedHere = offered.filter((action) => isRecordedHere[action]?.(order.capabilities) ?? false);
  return { offered, withheld, recordedHere };
}

/** Why the label of an order cannot be printed; null: its marketplace may give it. */
export function whyNoLabel(order: {
  readonly channel: ChannelKind;
  readonly givesLabels: boolean;
  readonly isBuyerDeleted: boolean;
}): Message | null {
  if (order.isBuyerDeleted) return message('printing.buyer_deleted');
  return order.givesLabels ? null : message('printing.no_labels', { channel: channels[order.channel].label });
}

const meetsNeed: Readonly<Record<ShippingFacts['needs'], (order: ActionFacts) => boolean>> = {
  delivered: ({ shippingType }) => shippingType === 'Delivery',
  not_collected: ({ category }) => category !== SELF_COLLECT,
  untracked: ({ category, hasTracking }) => category !== SELF_COLLECT && !hasTracking,
};

function waitsToBeShipped(order: ActionFacts): boolean {
  const { states, needs } = channels[order.channel].shipping;
  return states.includes(order.marketplaceState) && meetsNeed[needs](order);
}

/** Why no action can be requested at the marketplace now: it is not authorised, or an earlier action is not confirmed. */
function blockedThere({ marketplace, isPending, channel }: ActionFacts): Message | null {
  if (!marketplace.isVerified) return unauthorised(marketplace);
  return isPending ? message('fulfilment.not_confirmed', { channel: channels[channel].label }) : null;
}

const unauthorised = ({ name }: ActionFacts['marketplace']): Message =>
  message('orders.needs_authorisation', { marketplace: name });

const sentByOthers = ({ sentBy, channel }: ActionFacts): Message =>
  sentBy === 'marketplace'
    ? message('fulfilment.sent_by_marketplace', { channel: channels[channel].label })
    : message('fulfilment.sent_elsewhere');

/** Units of a line that a member may restock; 0 where no SKU is known, or they are not the seller's. */
export function restockableUnits(line: {
  readonly variant: unknown;
  readonly returned: number;
  readonly not_put_back: number;
  readonly restocked: number;
  readonly kept_by: string | null;
}): number {
  if (line.variant === null || line.kept_by === 'marketplace' || line.kept_by === 'elsewhere') return 0;
  return Math.max(0, line.returned + line.not_put_back - line.restocked);
}

/** Why an order that its buyer collects is not shipped, with what is done instead. */
function whyCollected({ state }: ActionFacts): Message {
  if (state === 'staff_to_process') return message('fulfilment.set_ready_instead');
  return message(state === 'buyer_self_collect' ? 'fulfilment.waits_for_buyer' : 'fulfilment.buyer_collects');
}

const notByChannel = ({ channel }: ActionFacts): Message =>
  message('orders.not_by_channel', { channel: channels[channel].label });

/** The name of a pickup that a channel does not use: its orders have no such action. */
const otherPickup = (channel: ChannelKind): OrderAction =>
  channels[channel].pickup.is === 'authorised' ? 'confirm_pickup' : 'authorise_pickup';

function whyNoPickup(order: ActionFacts): Message | null {
  if (order.capabilities.hearsOfPickups && blockedThere(order) !== null) return blockedThere(order);
  return order.state === 'buyer_self_collect' ? null : message('fulfilment.not_to_pick_up');
}

function whyNotAnswered(order: ActionFacts): Message | null {
  return order.cancellationRequested ? blockedThere(order) : message('cancellations.not_requested');
}

/** A return can be answered where its marketplace lets the seller; an unknown status offers nothing. */
function whyNoAnswer(
  order: ActionFacts,
  isByChannel: boolean,
  allowed: 'canAccept' | 'canDispute',
): Message | null {
  if (!isByChannel) return notByChannel(order);
  if (order.returned === null) return message('returns.not_to_answer');
  const { isOverdue, isPending, [allowed]: isAllowed } = order.returned;
  // A marketplace may take its question back once the time is over.
  if (isOverdue && (isAllowed || isPending)) return message('returns.overdue');
  if (!isAllowed) return message('returns.not_to_answer');
  if (order.returned.isAnsweredHere) return message('returns.answered_already');
  if (allowed === 'canDispute' && order.returned.isRestocked) return message('returns.restocked_already');
  return blockedThere(order);
}
