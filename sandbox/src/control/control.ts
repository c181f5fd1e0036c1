import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { z } from 'zod';
import type { CallRecord } from '../core/calls.ts';
import type { ArmedRule } from '../core/faults.ts';
import { addPastOrder, purchase, type PastOrder } from '../core/place-orders.ts';
import type { Random } from '../core/random.ts';
import type { Item, Order, LaterEvent, ShopRecord } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';
import type { ExternalServices } from '../external-services/external-services.ts';
import type { ControlContext } from './control-context.ts';
import { editOrder, eventRequest } from './event-request.ts';
import { editListing, makeItem, makeItems } from './listings.ts';
import type { WildState } from '../wild/wild.ts';
import { purchaseOf } from './order-wish.ts';
import * as payloads from './payloads.ts';
import { placePastOrders } from './past-orders.ts';
import { registrationOf, type Registration } from './registrations.ts';
import {
  listingView,
  orderView,
  shopView,
  type ListingView,
  type OrderView,
  type ShopView,
} from './views.ts';

export interface ClockView {
  now: string;
  mode: 'free' | 'set';
}

/**
 * The control API as methods, used by its HTTP routes (`control-routes.ts`) and the seller centre. Everything that a method
 * changes is in the journal when it returns. Throws SandboxError.
 */
export class Control {
  /** The console and the payment provider, for tests and scripts. */
  readonly externalServices: ExternalServices;
  readonly #context: ControlContext;
  readonly #random: Random;

  constructor(context: ControlContext) {
    this.#context = context;
    this.externalServices = context.externalServices;
    this.#random = context.random('control');
  }

  apps(): Partial<Record<ChannelKind, Registration>> {
    const { core, simulators } = this.#context;
    return Object.fromEntries(
      [...simulators.values()].map((simulator) => [simulator.channel, registrationOf(core, simulator)]),
    );
  }

  /** The channels that are simulated. */
  channels(): ChannelKind[] {
    return [...this.#context.simulators.keys()];
  }

  // ── Shops ──

  shops(): ShopView[] {
    return [...this.#context.simulators.keys()].flatMap((channel) =>
      this.#context.core.shops(channel).map(shopView),
    );
  }

  addShop(wish: z.input<typeof payloads.newShop>): ShopView {
    const simulator = this.simulator(wish.channel);
    const { core, clock } = this.#context;
    const id = wish.shop ?? simulator.ids.shop(wish.name, core.shops(wish.channel).length + 1);
    const { region, currency, shopId } = simulator.home;
    if (!shopId.test(id)) throw new SandboxError(422, `${id} cannot be a shop of ${wish.channel}.`);
    if (core.shop(wish.channel, id) !== undefined)
      throw new SandboxError(409, `There is a shop ${id} already.`);
    const record: ShopRecord = {
      channel: wish.channel, id, name: wish.name, region, currency: wish.currency ?? currency, createdAt: clock.now(), lastInstant: 0, made: {}, places: [],
    }; // oxfmt-ignore
    return this.#done(shopView(this.#context.addShop(record)));
  }

  /** Counts of a shop's listings and orders, without reading each. */
  figures(channel: ChannelKind, shopId: string): { skus: number; orders: number; toShip: number } {
    const shop = this.shop(channel, shopId);
    let toShip = 0;
    for (const { stage } of shop.orders.values()) if (stage === 'ready' || stage === 'packed') toShip += 1;
    return { skus: [...shop.offers()].length, orders: shop.orders.size, toShip };
  }

  /** Returns the shop. Throws SandboxError 404 for an unknown one. */
  shop(channel: ChannelKind, id: string): Shop {
    this.simulator(channel);
    const shop = this.#context.core.shop(channel, id);
    if (shop === undefined) throw new SandboxError(404, `There is no ${channel} shop ${id}.`);
    return shop;
  }

  simulator(channel: ChannelKind): ChannelSimulator {
    const simulator = this.#context.simulators.get(channel);
    if (simulator === undefined) throw new SandboxError(404, `${channel} is not simulated here.`);
    return simulator;
  }

  /** Grants access: returns what the marketplace would send to the app's return address. */
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

  /** Revokes the consent, as a seller who removes the app. */
  revoke(channel: ChannelKind, shopId: string): void {
    const shop = this.shop(channel, shopId);
    this.#context.core.grants.revoke(channel, shopId);
    this.simulator(channel).onShopEvent(shop, { kind: 'revoked' });
    this.#done(null);
  }

  /** Closes a shop: the app is notified as if consent had ended, the shop's records are deleted, and its id is free again. */
  removeShop(channel: ChannelKind, shopId: string): void {
    const shop = this.shop(channel, shopId);
    this.revoke(channel, shopId);
    this.#context.removeShop(shop);
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

  /** The name of the picture that a listing shows. */
  pictureOf(channel: ChannelKind, shopId: string, variantId: string): string {
    return this.#offer(this.shop(channel, shopId), variantId).item.picture;
  }

  /** Adds one listing, several, or a number of generated ones. Returns up to a thousand of them. */
  addListings(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.newListings>,
  ): { count: number; listings: ListingView[] } {
    const shop = this.shop(channel, shopId);
    const simulator = this.simulator(channel);
    const items = makeItems(shop, simulator, this.#context.clock.now(), payloads.newListings.parse(wish));
    const offers = items
      .slice(0, 1_000)
      .flatMap((item) => item.variants.map((variant) => ({ item, variant })));
    return this.#done({
      count: items.length,
      listings: offers.map((offer) => listingView(simulator, offer)),
    });
  }

  /** Adds one item with any date, without notifying the app; for the initial content of a shop. */
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

  /** Edits a listing as the seller does by hand. */
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
    if (offer === undefined) throw new SandboxError(404, `${shop.record.name} has no listing ${variantId}.`);
    return offer;
  }

  // ── Orders ──

  /** Places an order. Throws SandboxError 404 for an unknown SKU, 409 if too few units are left or it is not on sale. */
  placeOrder(
    channel: ChannelKind,
    shopId: string,
    wish: z.input<typeof payloads.newOrder>,
  ): { number: string } {
    const shop = this.shop(channel, shopId);
    return this.#done({ number: this.#purchase(shop, payloads.newOrder.parse(wish)).number });
  }

  /** Places many orders: now, or with `back_dated_days` at times in the past. */
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
        : placePastOrders(shop, this.simulator(channel), many, {
            days: many.back_dated_days,
            now: this.#context.clock.now(),
            random: this.#random,
          });
    return this.#done({ count: numbers.length, numbers });
  }

  #purchase(shop: Shop, wish: Parameters<typeof purchaseOf>[1]): Order {
    const { channel, id } = shop;
    const hidden = this.#context.faults.strike(['hidden_order'], { channel, shop: id, call: 'order' });
    const simulator = this.simulator(channel);
    return purchase(shop, simulator, purchaseOf(simulator, wish, hidden?.seconds ?? 0));
  }

  #manyNow(shop: Shop, wish: z.output<typeof payloads.manyOrders>): string[] {
    const onSale = [...shop.offers()].filter(
      ({ item, variant }) => item.status === 'normal' && variant.status === 'normal',
    );
    return Array.from({ length: wish.count }, () => {
      if (wish.lines !== undefined) return this.#purchase(shop, { ...wish, lines: wish.lines }).number;
      const left = onSale.filter(({ variant }) => variant.stock.sellable > 0);
      if (left.length === 0) throw new SandboxError(409, `${shop.record.name} has nothing left to sell.`);
      const lines = [{ variantId: this.#random.pick(left).variant.id, quantity: 1 }];
      return this.#purchase(shop, { ...wish, lines }).number;
    });
  }

  /** Adds one past order, of SKUs that are or were listed; for the initial content of a shop. */
  addPastOrder(channel: ChannelKind, shopId: string, wish: Omit<PastOrder, 'offers' | 'now'>): string {
    const shop = this.shop(channel, shopId);
    const offers = [...shop.offers()].filter(({ item }) => item.status === 'normal');
    return addPastOrder(shop, this.simulator(channel), { ...wish, offers, now: this.#context.clock.now() })
      .number;
  }

  /** Returns the orders, newest first. */
  orders(channel: ChannelKind, shopId: string, limit = Infinity): OrderView[] {
    const shop = this.shop(channel, shopId);
    const orders = [...shop.ordersByCreation.within(-Infinity, Infinity)].reverse();
    return orders.slice(0, limit).map((order) => orderView(shop, this.simulator(channel), order));
  }

  order(channel: ChannelKind, shopId: string, number: string): OrderView {
    const shop = this.shop(channel, shopId);
    return orderView(shop, this.simulator(channel), this.#order(shop, number));
  }

  /** Returns the stored record, for pages that decide by it. */
  storedOrder(channel: ChannelKind, shopId: string, number: string): Order {
    return this.#order(this.shop(channel, shopId), number);
  }

  #order(shop: Shop, number: string): Order {
    const order = shop.orders.get(number) ?? shop.orderById(number);
    if (order === undefined) throw new SandboxError(404, `${shop.record.name} has no order ${number}.`);
    return order;
  }

  /** Applies an event of the buyer, the carrier or the marketplace to an order. */
  orderEvent(
    channel: ChannelKind,
    shopId: string,
    number: string,
    name: LaterEvent,
    asked: z.input<typeof payloads.orderEventRequest> = {},
  ): OrderView {
    const shop = this.shop(channel, shopId);
    const order = this.#order(shop, number);
    if (name === 'reinstate' && this.simulator(channel).reinstates !== true) {
      throw new SandboxError(409, 'This marketplace never takes a cancellation back.');
    }
    shop.happen(order, name, eventRequest(order, name, payloads.orderEventRequest.parse(asked)));
    return this.#done(orderView(shop, this.simulator(channel), order));
  }

  /** Changes an order that was not sent. Throws SandboxError. */
  editOrder(
    channel: ChannelKind,
    shopId: string,
    number: string,
    edit: z.input<typeof payloads.orderEdit>,
  ): OrderView {
    const shop = this.shop(channel, shopId);
    const order = this.#order(shop, number);
    editOrder(shop, this.simulator(channel), order, payloads.orderEdit.parse(edit));
    return this.#done(orderView(shop, this.simulator(channel), order));
  }

  /** Sends a notice about the data of the buyer of these orders, or of the whole shop. Throws SandboxError 404, 409. */
  privacyNotice(channel: ChannelKind, shopId: string, asked: z.input<typeof payloads.privacyRequest>): void {
    const shop = this.shop(channel, shopId);
    const { topic, orders } = payloads.privacyRequest.parse(asked);
    const send = this.simulator(channel).sendPrivacyNotice;
    if (send === undefined) throw new SandboxError(409, `${channel} sends no notices about buyers' data.`);
    const named = orders.map((number) => this.#order(shop, number));
    send(shop, topic, named);
    this.#context.journal.flush();
  }

  // ── Calls, faults, webhooks, clock ──

  /** Returns the calls, newest first; with null, those that named no shop. */
  calls(channel: ChannelKind, shopId: string | null, limit?: number): CallRecord[] {
    return this.#context.calls.of(channel, shopId, limit);
  }

  faults(): ArmedRule[] {
    return this.#context.faults.all();
  }

  setFaults(rules: z.input<typeof payloads.faultList>): ArmedRule[] {
    this.#context.faults.set(payloads.faultList.parse(rules));
    return this.#done(this.#context.faults.all());
  }

  /** What makes answers untidy, and which records have an oddity so far; the setting is null where they are as documented. */
  wild(): WildState {
    return this.#context.wild.state();
  }

  /** Throws SandboxError 422 for an entry that the corpus has not. */
  setWild(wish: z.input<typeof payloads.wildWish>): WildState {
    return this.#done(this.#context.wild.set(payloads.wildWish.parse(wish)));
  }

  setWebhook(channel: ChannelKind, url: string | null): void {
    this.simulator(channel);
    this.#context.core.setWebhookUrl(channel, url);
    this.#done(null);
  }

  setReturnUrl(channel: ChannelKind, url: string | null): void {
    this.simulator(channel);
    this.#context.core.setReturnUrl(channel, url);
    this.#done(null);
  }

  clock(): ClockView {
    const { clock } = this.#context;
    return { now: new Date(clock.now()).toISOString(), mode: clock.setting.mode };
  }

  setClock(change: z.input<typeof payloads.clockChange>): ClockView {
    const { clock, tasks } = this.#context;
    if ('set' in change) clock.set(new Date(change.set).getTime());
    else if ('advance' in change) clock.advance(change.advance * 1000);
    else clock.free();
    for (const channel of this.channels())
      for (const shop of this.#context.core.shops(channel)) shop.clockPutBack();
    this.#context.saveClock();
    void tasks.runDue();
    return this.#done(this.clock());
  }

  /** Resets everything to the seed. */
  reset(): void {
    this.#context.clearAll();
    this.#done(null);
  }

  /** Writes to the journal what another function changed through this. */
  kept<T>(result: T): T {
    return this.#done(result);
  }

  #done<T>(result: T): T {
    this.#context.journal.flush();
    return result;
  }
}
