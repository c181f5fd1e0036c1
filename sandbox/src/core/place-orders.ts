import { furtherPlace } from './places.ts';
import { createRandom, type Random } from './random.ts';
import type { Order, OrderEvent, OrderEventName, OrderLine, OrderStage } from './records.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Offer, Shop } from './shop.ts';
import type { ChannelSimulator } from './simulator.ts';

/** One SKU of an order. A SKU that several listings of the shop have is taken from the first of them. */
export interface BasketLine {
  readonly sku?: string | undefined;
  readonly variantId?: string | undefined;
  readonly quantity: number;
  /** Given with the purchase, for nothing. */
  readonly gift?: boolean | undefined;
  /** What one unit is made of, by SKU. */
  readonly parts?: readonly { readonly sku: string; readonly units: number }[] | undefined;
}

/** A line that the seller typed into an order: it is of no listing. */
export interface CustomLine {
  readonly name: string;
  readonly quantity: number;
  /** In minor units. */
  readonly price: number;
}

export interface Purchase {
  readonly lines: readonly BasketLine[];
  readonly paid: boolean;
  readonly selfCollect: boolean;
  readonly sellerDelivers: boolean;
  readonly remarks?: string | undefined;
  /** The number of its buyer (buyers.ts); drawn if absent. */
  readonly buyer?: number | undefined;
  readonly visibleAfterSeconds: number;
  readonly charges?: Partial<Order['charges']> | undefined;
  readonly isTest?: boolean | undefined;
  readonly name?: string | undefined;
  readonly custom?: readonly CustomLine[] | undefined;
  /** The key of the further place that sends it; the main one if absent. */
  readonly place?: string | undefined;
}

/** In minor units. */
const usualShippingFee = 149;

/** Places an order now. Throws SandboxError (404 unknown SKU, 409 too few units left). */
export function purchase(shop: Shop, simulator: ChannelSimulator, wish: Purchase): Order {
  const custom = wish.custom ?? [];
  if (wish.lines.length + custom.length === 0)
    throw new SandboxError(422, 'An order needs at least one line.');
  const offers = wish.lines.map((line) => ({
    offer: offerFor(shop, line),
    quantity: line.quantity,
    isGift: line.gift === true,
    parts: (line.parts ?? []).map(({ sku, units }) => ({
      offer: offerFor(shop, { sku, quantity: units }),
      units,
    })),
  }));
  const at = shop.nextInstant();
  const placed: OrderEvent = { at, name: 'place', by: 'buyer' };
  const order = draft(shop, simulator, offers, at, wish);
  order.lines.push(...custom.map((line) => customLine(shop, simulator, line)));
  order.charges = { ...order.charges, ...wish.charges };
  order.isTest = wish.isTest === true;
  order.name = wish.name ?? null;
  if (wish.visibleAfterSeconds > 0) order.visibleAt = at + wish.visibleAfterSeconds * 1000;
  order.events.push(placed);
  if (!wish.paid) order.stage = 'unpaid';
  if (wish.paid) order.paidAt = at;
  return shop.placeOrder(order, placed);
}

function offerFor(shop: Shop, line: BasketLine): Offer {
  const named = line.sku ?? line.variantId ?? '';
  const offer = line.variantId === undefined ? shop.offersOf(named)[0] : shop.offer(line.variantId);
  if (offer === undefined)
    throw new SandboxError(404, `${shop.record.name} has no listing with the SKU ${named}.`);
  if (offer.item.status !== 'normal' || offer.variant.status !== 'normal')
    throw new SandboxError(409, `${named} is not on sale.`);
  return offer;
}

function draft(
  shop: Shop,
  simulator: ChannelSimulator,
  offers: readonly { offer: Offer; quantity: number; isGift?: boolean; parts?: readonly Part[] }[],
  at: number,
  wish: Pick<Purchase, 'selfCollect' | 'sellerDelivers' | 'remarks' | 'buyer' | 'place'>,
): Order {
  const sequence = shop.nextNumber('order');
  const { number, id } = simulator.ids.order(shop, sequence, at);
  const random = createRandom(shop.channel, shop.id, 'order', sequence);
  return {
    number,
    id,
    stage: 'ready',
    cancellationRequested: false,
    returnRequested: false,
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    visibleAt: 0,
    buyer: wish.buyer ?? random.between(1, 5_000),
    selfCollect: wish.selfCollect,
    sellerDelivers: wish.sellerDelivers,
    shippingFee: wish.selfCollect ? 0 : (simulator.home.shippingFee ?? usualShippingFee),
    charges: { tax: 0, fee: 0, tip: 0 },
    isTest: false,
    name: null,
    remarks: wish.remarks ?? '',
    tracking: null,
    place: wish.place === undefined ? null : furtherPlace(shop, wish.place).key,
    lines: offers.map(({ offer, quantity, isGift, parts }) =>
      lineOf(shop, simulator, offer, { quantity, isGift: isGift === true, parts: parts ?? [] }),
    ),
    removed: [],
    events: [],
  };
}

function lineOf(
  shop: Shop,
  simulator: ChannelSimulator,
  { item, variant }: Offer,
  { quantity, isGift, parts }: { quantity: number; isGift: boolean; parts: readonly Part[] },
): OrderLine {
  return {
    id: simulator.ids.line(shop, shop.nextNumber('line')),
    itemId: item.id,
    variantId: variant.id,
    sku: variant.sku,
    name: item.name,
    variantName: variant.options.join(','),
    quantity,
    originalPrice: variant.price,
    unitPrice: isGift ? 0 : (variant.specialPrice ?? variant.price),
    cancelled: 0,
    restored: 0,
    returned: 0,
    keptBy: variant.keptBy,
    isGift,
    promotion: null,
    takenOut: 0,
    parts: parts.map(({ offer, units }) => ({
      itemId: offer.item.id,
      variantId: offer.variant.id,
      sku: offer.variant.sku,
      units,
    })),
  };
}

/** A part of a line, and its units in one of it. */
interface Part {
  readonly offer: Offer;
  readonly units: number;
}

function customLine(
  shop: Shop,
  simulator: ChannelSimulator,
  { name, quantity, price }: CustomLine,
): OrderLine {
  return {
    id: simulator.ids.line(shop, shop.nextNumber('line')),
    itemId: '',
    variantId: '',
    sku: '',
    name,
    variantName: '',
    quantity,
    originalPrice: price,
    unitPrice: price,
    cancelled: 0,
    restored: 0,
    returned: 0,
    keptBy: 'seller',
    isGift: false,
    promotion: null,
    takenOut: 0,
    parts: [],
  };
}

/** The events of generated past orders, each with the hours after the one before. */
const lives: {
  readonly weight: number;
  readonly stage: OrderStage;
  readonly path: readonly OrderEventName[];
}[] = [
  { weight: 78, stage: 'completed', path: ['pay', 'pack', 'ship', 'deliver', 'complete'] },
  { weight: 6, stage: 'cancelled', path: ['pay', 'cancel'] },
  { weight: 5, stage: 'cancelled', path: ['cancel'] },
  { weight: 4, stage: 'delivered', path: ['pay', 'pack', 'ship', 'deliver', 'request_return'] },
  { weight: 3, stage: 'completed', path: ['pay', 'pack', 'ship', 'deliver', 'request_return', 'return'] },
  { weight: 4, stage: 'delivered', path: ['pay', 'pack', 'ship', 'deliver'] },
];
const hours: Partial<Record<OrderEventName, readonly [number, number]>> = {
  pay: [0, 1], pack: [4, 20], ship: [2, 20], deliver: [20, 60], complete: [24, 96], cancel: [1, 20], request_return: [10, 90], return: [40, 90],
}; // oxfmt-ignore
const hour = 3_600_000;

/** A past order to generate. */
export interface PastOrder {
  readonly offers: readonly Offer[];
  readonly at: number;
  readonly now: number;
  readonly random: Random;
  /** The events after placing that its age allows; a usual sequence if absent. */
  readonly path?: readonly OrderEventName[];
  readonly selfCollect?: boolean;
  readonly remarks?: string;
  /** The number of its buyer (buyers.ts). */
  readonly buyer?: number;
  /** The promotion that its lines were bought in. */
  readonly promotion?: NonNullable<OrderLine['promotion']>;
}

/** Adds a past order. Nobody is notified, and sellable quantities stay: they are those after the order. */
export function addPastOrder(shop: Shop, simulator: ChannelSimulator, wish: PastOrder): Order {
  const { offers, at, now, random } = wish;
  const count = wish.promotion !== undefined ? 2 : random.chance(0.7) ? 1 : random.between(2, 3);
  const lines = Array.from({ length: count }, () => ({
    offer: random.pick(offers),
    quantity: random.chance(0.75) ? 1 : random.between(2, 4),
  }));
  const different = lines.filter(
    (line, index) => lines.findIndex(({ offer }) => offer === line.offer) === index,
  );
  const order = draft(shop, simulator, different, at, {
    selfCollect: wish.selfCollect ?? false,
    sellerDelivers: false,
    remarks: wish.remarks,
    buyer: wish.buyer,
  });
  for (const line of order.lines) line.promotion = wish.promotion ?? null;
  order.stage = 'unpaid';
  order.events.push({ at, name: 'place', by: 'buyer' });
  let when = at;
  for (const name of wish.path ?? pickLife(random).path) {
    const [least, most] = hours[name] ?? [1, 2];
    when += Math.round((least + random.fraction() * (most - least)) * hour) + 1_000;
    if (when >= now) break;
    step(order, name, when, random);
  }
  order.updatedAt = order.events.at(-1)?.at ?? at;
  shop.addPastOrder(order);
  simulator.pastOrder?.(shop, order);
  return order;
}

function pickLife(random: Random): (typeof lives)[number] {
  let left = random.fraction() * lives.reduce((sum, life) => sum + life.weight, 0);
  for (const life of lives) {
    left -= life.weight;
    if (left <= 0) return life;
  }
  return random.pick(lives);
}

const cancelReasons = [
  'Change of mind / others',
  'Need to change delivery address',
  'Found cheaper elsewhere',
];
const returnReasons = ['Item arrived damaged', 'Wrong item sent', 'Does not fit'];

/** Adds one event to a past order. */
function step(order: Order, name: OrderEventName, at: number, random: Random): void {
  const event: OrderEvent = {
    at,
    name,
    by:
      name === 'pack' || name === 'ship'
        ? 'seller'
        : name === 'deliver' || name === 'complete'
          ? 'system'
          : 'buyer',
  };
  if (name === 'pay') {
    order.paidAt = at;
    order.stage = 'ready';
  } else if (name === 'pack') {
    order.stage = 'packed';
    order.tracking = `SGX${String(random.between(100_000_000, 999_999_999))}`;
  } else if (name === 'ship') order.stage = 'shipped';
  else if (name === 'deliver') order.stage = 'delivered';
  else if (name === 'complete' || name === 'return') order.stage = 'completed';
  else if (name === 'cancel') {
    event.reason = order.paidAt === null ? 'Not paid in time' : random.pick(cancelReasons);
    event.by = order.paidAt === null ? 'system' : 'buyer';
    event.restored = true;
    for (const line of order.lines) line.cancelled = line.restored = line.quantity;
    order.stage = 'cancelled';
  } else if (name === 'request_cancellation') order.cancellationRequested = true;
  if (name === 'request_return') {
    order.returnRequested = true;
    event.reason = random.pick(returnReasons);
  }
  if (name === 'return') {
    order.returnRequested = false;
    for (const line of order.lines) line.returned = line.quantity;
  }
  order.events.push(event);
}
