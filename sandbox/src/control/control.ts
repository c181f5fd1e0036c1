import type { ChannelKind } from '@evenstock/contract/channels';
import type { z } from 'zod';
import type { CallLog, CallRecord } from '../core/calls.ts';
import type { SandboxClock } from '../core/clock.ts';
import type { ArmedRule, Faults } from '../core/faults.ts';
import type { Journal } from '../core/journal.ts';
import { addPastOrder, purchase, type BasketLine, type PastOrder } from '../core/order-desk.ts';
import type { Random } from '../core/random.ts';
import type { Item, Order, OrderEventName, ShopRecord } from '../core/records.ts';
import { Refusal } from '../core/refusal.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator, Core } from '../core/simulator.ts';
import type { Tasks } from '../core/tasks.ts';
import type { StandIns } from '../stand-ins/stand-ins.ts';
import { eventRequest } from './event-request.ts';
import { editListing, makeItem, makeItems } from './listings.ts';
import * as payloads from './payloads.ts';
import { registrationOf, type Registration } from './registrations.ts';
import {
  listingView,
  orderView,
  shopView,
  type ListingView,
  type OrderView,
  type ShopView,
} from './views.ts';

export interface ControlSurroundings {
  readonly standIns: StandIns;
  readonly core: Core;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly tasks: Tasks;
  readonly journal: Journal;
  readonly simulators: ReadonlyMap<ChannelKind, ChannelSimulator>;
  random(name: string): Random;
  saveClock(): void;
  addShop(record: ShopRecord): Shop;
  clearAll(): void;
}

export interface ClockView {
  now: string;
  mode: 'free' | 'set';
}

const day = 86_400_000;

/**
 * The control API as calls: what its HTTP form (`control-routes.ts`) and the seller centre do. Everything that a call
 * changed is in the journal when it returns. Throws Refusal.
 */
export class Control {
  /** The console and the payment provider, as tests and people who script ask them. */
  readonly standIns: StandIns;
  readonly #around: ControlSurroundings;
  readonly #random: Random;

  constructor(around: ControlSurroundings) {
    this.#around = around;
    this.standIns = around.standIns;
    this.#random = around.random('control');
  }

  apps(): Partial<Record<ChannelKind, Registration>> {
    const { core, simulators } = this.#around;
    return Object.fromEntries(
      [...simulators.values()].map((simulator) => [simulator.channel, registrationOf(core, simulator)]),
    );
  }

  /** The marketplaces that are simulated. */
  channels(): ChannelKind[] {
    return [...this.#around.simulators.keys()];
  }

  // ── Shops ──

  shops(): ShopView[] {
    return [...this.#around.simulators.keys()].flatMap((channel) =>
      this.#around.core.shops(channel).map(shopView),
    );
  }

  addShop(wish: z.input<typeof payloads.newShop>): ShopView {
    const simulator = this.simulator(wish.channel);
    const { core, clock } = this.#around;
    const id = wish.shop ?? simulator.ids.shop(wish.name, core.shops(wish.channel).length + 1);
    const { region, currency, shopId } = simulator.home;
    if (!shopId.test(id)) throw new Refusal(422, `${id} cannot be a shop of ${wish.channel}.`);
    if (core.shop(wish.channel, id) !== undefined) throw new Refusal(409, `There is a shop ${id} already.`);
    const record: ShopRecord = {
      channel: wish.channel, id, name: wish.name, region, currency: wish.currency ?? currency, createdAt: clock.now(), lastInstant: 0, made: {},
    }; // prettier-ignore
    return this.#done(shopView(this.#around.addShop(record)));
  }

  /** How much there is of a shop, without looking at each. */
  figures(channel: ChannelKind, shopId: string): { skus: number; orders: number; toShip: number } {
    const shop = this.shop(channel, shopId);
    let toShip = 0;
    for (const { stage } of shop.orders.values()) if (stage === 'ready' || stage === 'packed') toShip += 1;
    return { skus: [...shop.offers()].length, orders: shop.orders.size, toShip };
  }

  /** The shop, or Refusal 404. */
  shop(channel: ChannelKind, id: string): Shop {
    this.simulator(channel);
    const shop = this.#around.core.shop(channel, id);
    if (shop === undefined) throw new Refusal(404, `There is no ${channel} shop ${id}.`);
    return shop;
  }

  simulator(channel: ChannelKind): ChannelSimulator {
    const simulator = this.#around.simulators.get(channel);
    if (simulator === undefined) throw new Refusal(404, `${channel} is not simulated here.`);
    return simulator;
  }

  /** The seller consents: what the marketplace would send back to the app's address. */
  grant(
    channel: ChannelKind,
    shopId: string,
    asked: z.input<typeof payloads.grantRequest> = {},
  ): Record<string, string> {
    const shop = this.shop(channel, shopId);
    const wish = {
      ...(asked.state === undefined ? {} : { state: asked.state }),
      ...(asked.redirect_uri === undefined ? {} : { redirectUri: asked.redirect_uri }),
    };
    return this.#done(this.simulator(channel).grant(shop, wish));
  }

  /** The seller takes the consent back (Shopify: uninstalls the app). */
  revoke(channel: ChannelKind, shopId: string): void {
    const shop = this.shop(channel, shopId);
    this.#around.core.grants.revoke(channel, shopId);
    this.simulator(channel).news(shop, { kind: 'revoked' });
    this.#done(null);
  }

  // ── Listings ──

  listings(channel: ChannelKind, shopId: string): ListingView[] {
    const simulator = this.simulator(channel);
    return [...this.shop(channel, shopId).offers()].map((offer) => listingView(simulator, offer));
  }

  listing(channel: ChannelKind, shopId: string, variantId: string): ListingView {
    return listingView(this.simulator(channel), this.#offer(this.shop(channel, shopId), variantId));
  }

  /** Name of the picture that a listing shows. */
  pictureOf(channel: ChannelKind, shopId: string, variantId: string): string {
    return this.#offer(this.shop(channel, shopId), variantId).item.picture;
  }

  /** Puts listings on the shelf: one, several, or so many made-up ones. Gives them back, up to a thousand. */
  addListings(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.newListings>,
  ): { count: number; listings: ListingView[] } {
    const shop = this.shop(channel, shopId);
    const simulator = this.simulator(channel);
    const items = makeItems(shop, simulator, this.#around.clock.now(), payloads.newListings.parse(wish));
    const offers = items
      .slice(0, 1_000)
      .flatMap((item) => item.variants.map((variant) => ({ item, variant })));
    return this.#done({
      count: items.length,
      listings: offers.map((offer) => listingView(simulator, offer)),
    });
  }

  /** One item, of any age, without telling anybody; for what a shop holds from the start. */
  addItem(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.newItem>,
    createdAt: number,
  ): Item {
    return makeItem(
      this.shop(channel, shopId),
      this.simulator(channel),
      createdAt,
      payloads.newItem.parse(wish),
      true,
    );
  }

  /** The seller edits a listing by hand. */
  editListing(
    channel: ChannelKind,
    shopId: string,
    variantId: string,
    edit: z.input<typeof payloads.listingEdit>,
  ): ListingView {
    const shop = this.shop(channel, shopId);
    const offer = this.#offer(shop, variantId);
    editListing(shop, offer, payloads.listingEdit.parse(edit));
    return this.#done(listingView(this.simulator(channel), offer));
  }

  #offer(shop: Shop, variantId: string): NonNullable<ReturnType<Shop['offer']>> {
    const offer = shop.offer(variantId);
    if (offer === undefined) throw new Refusal(404, `${shop.record.name} has no listing ${variantId}.`);
    return offer;
  }

  // ── Orders ──

  /** A buyer buys. Refusal 404: no such SKU here; 409: too few left, or not on sale. */
  placeOrder(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.newOrder>,
  ): { number: string } {
    const shop = this.shop(channel, shopId);
    const { lines, ...order } = payloads.newOrder.parse(wish);
    return this.#done({ number: this.#purchase(shop, order, lines).number });
  }

  /** Many buyers buy: now, or (`back_dated_days`) at some time in the past. */
  placeOrders(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.manyOrders>,
  ): { count: number; numbers: string[] } {
    const shop = this.shop(channel, shopId);
    const many = payloads.manyOrders.parse(wish);
    const numbers =
      many.back_dated_days === undefined
        ? this.#manyNow(shop, many)
        : this.#manyPast(shop, many, many.back_dated_days);
    return this.#done({ count: numbers.length, numbers });
  }

  #purchase(
    shop: Shop,
    wish: Omit<z.output<typeof payloads.newOrder>, 'lines'>,
    lines: readonly BasketLine[],
  ): Order {
    const where = { channel: shop.channel, shop: shop.id, call: 'order' };
    const hidden = this.#around.faults.strike(['hidden_order'], where);
    return purchase(shop, this.simulator(shop.channel), {
      lines,
      paid: wish.paid,
      selfCollect: wish.self_collect,
      remarks: wish.remarks,
      visibleAfterSeconds: hidden?.seconds ?? 0,
    });
  }

  #manyNow(shop: Shop, wish: z.output<typeof payloads.manyOrders>): string[] {
    const onSale = [...shop.offers()].filter(
      ({ item, variant }) => item.status === 'normal' && variant.status === 'normal',
    );
    return Array.from({ length: wish.count }, () => {
      if (wish.lines !== undefined) return this.#purchase(shop, wish, wish.lines).number;
      const left = onSale.filter(({ variant }) => variant.stock.sellable > 0);
      if (left.length === 0) throw new Refusal(409, `${shop.record.name} has nothing left to sell.`);
      return this.#purchase(shop, wish, [{ variantId: this.#random.pick(left).variant.id, quantity: 1 }])
        .number;
    });
  }

  #manyPast(shop: Shop, wish: z.output<typeof payloads.manyOrders>, days: number): string[] {
    const named = wish.lines?.map(({ sku }) => shop.offersOf(sku)[0]).filter((offer) => offer !== undefined);
    const offers = named ?? [...shop.offers()];
    if (offers.length === 0) throw new Refusal(409, `${shop.record.name} has no such listings.`);
    const now = this.#around.clock.now();
    const span = days * day;
    return Array.from({ length: wish.count }, (_, index) => {
      const at = now - span + Math.floor((span * (index + this.#random.fraction())) / wish.count);
      return addPastOrder(shop, this.simulator(shop.channel), { offers, at, now, random: this.#random })
        .number;
    });
  }

  /** One order of the past, of whatever is or was on the shelf; for what a shop has behind it from the start. */
  addPastOrder(channel: ChannelKind, shopId: string, wish: Omit<PastOrder, 'offers' | 'now'>): string {
    const shop = this.shop(channel, shopId);
    const offers = [...shop.offers()].filter(({ item }) => item.status === 'normal');
    return addPastOrder(shop, this.simulator(channel), { ...wish, offers, now: this.#around.clock.now() })
      .number;
  }

  /** Newest first. */
  orders(channel: ChannelKind, shopId: string, limit = Infinity): OrderView[] {
    const shop = this.shop(channel, shopId);
    const orders = [...shop.ordersByCreation.within(-Infinity, Infinity)].reverse();
    return orders.slice(0, limit).map((order) => orderView(shop, this.simulator(channel), order));
  }

  order(channel: ChannelKind, shopId: string, number: string): OrderView {
    const shop = this.shop(channel, shopId);
    return orderView(shop, this.simulator(channel), this.#order(shop, number));
  }

  /** The record itself, for pages that decide by it. */
  storedOrder(channel: ChannelKind, shopId: string, number: string): Order {
    return this.#order(this.shop(channel, shopId), number);
  }

  #order(shop: Shop, number: string): Order {
    const order = shop.orders.get(number) ?? shop.orderById(number);
    if (order === undefined) throw new Refusal(404, `${shop.record.name} has no order ${number}.`);
    return order;
  }

  /** Something happens to an order, as the buyer, the carrier or the marketplace would have it. */
  orderEvent(
    channel: ChannelKind,
    shopId: string,
    number: string,
    name: Exclude<OrderEventName, 'place'>,
    asked: z.input<typeof payloads.orderEventRequest> = {},
  ): OrderView {
    const shop = this.shop(channel, shopId);
    const order = this.#order(shop, number);
    if (name === 'reinstate' && this.simulator(channel).reinstates !== true) {
      throw new Refusal(409, 'This marketplace never takes a cancellation back.');
    }
    shop.happen(order, name, eventRequest(order, name, payloads.orderEventRequest.parse(asked)));
    return this.#done(orderView(shop, this.simulator(channel), order));
  }

  // ── Calls, faults, webhooks, clock ──

  /** Newest first; those that named no shop with a null one. */
  calls(channel: ChannelKind, shopId: string | null, limit?: number): CallRecord[] {
    return this.#around.calls.of(channel, shopId, limit);
  }

  faults(): ArmedRule[] {
    return this.#around.faults.all();
  }

  setFaults(rules: z.input<typeof payloads.faultList>): ArmedRule[] {
    this.#around.faults.set(payloads.faultList.parse(rules));
    return this.#done(this.#around.faults.all());
  }

  setWebhook(channel: ChannelKind, url: string | null): void {
    this.simulator(channel);
    this.#around.core.setWebhookUrl(channel, url);
    this.#done(null);
  }

  setReturnUrl(channel: ChannelKind, url: string | null): void {
    this.simulator(channel);
    this.#around.core.setReturnUrl(channel, url);
    this.#done(null);
  }

  clock(): ClockView {
    const { clock } = this.#around;
    return { now: new Date(clock.now()).toISOString(), mode: clock.setting.mode };
  }

  setClock(change: z.input<typeof payloads.clockChange>): ClockView {
    const { clock, tasks } = this.#around;
    if ('set' in change) clock.set(new Date(change.set).getTime());
    else if ('advance' in change) clock.advance(change.advance * 1000);
    else clock.free();
    for (const channel of this.channels())
      for (const shop of this.#around.core.shops(channel)) shop.clockPutBack();
    this.#around.saveClock();
    void tasks.runDue();
    return this.#done(this.clock());
  }

  /** Back to the seed: everything that happened is gone. */
  reset(): void {
    this.#around.clearAll();
    this.#done(null);
  }

  #done<T>(result: T): T {
    this.#around.journal.flush();
    return result;
  }
}
