import { channelKinds, channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { english } from '@evenstock/contract/messages/english';
import { marketplaceOrderStates } from '@evenstock/contract/orders/order-states';
import { orderAction, type OrderAction } from '@evenstock/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { orderActions, type ActionFacts } from './order-actions.rules.ts';

const everything = {
  ships: true,
  setsReady: true,
  cancels: true,
  acceptsCancellation: true,
  refusesCancellation: true,
  acceptsReturn: true,
  disputesReturn: true,
  hearsOfPickups: false,
};

const order: ActionFacts = {
  channel: 'shopee',
  capabilities: everything,
  marketplace: { name: 'Kopi Corner', isVerified: true },
  state: 'staff_to_process',
  marketplaceState: 'READY_TO_SHIP',
  sentBy: null,
  category: null,
  shippingType: 'Delivery',
  isBuyerDeleted: false,
  hasTracking: false,
  shippedHere: false,
  cancellationRequested: false,
  returned: null,
  isPending: false,
  restockable: 0,
};

const offers = (facts: Partial<ActionFacts>, action: OrderAction): boolean =>
  orderActions({ ...order, ...facts }).offered.includes(action);

const whyNot = (facts: Partial<ActionFacts>, action: OrderAction): string | null => {
  const found = orderActions({ ...order, ...facts }).withheld.find((one) => one.action === action);
  return found === undefined ? null : english(found.reason);
};

const statesThatOffer = (action: OrderAction, facts: Partial<ActionFacts>): readonly string[] =>
  marketplaceOrderStates.filter((marketplaceState) => offers({ ...facts, marketplaceState }, action));

describe('the actions of an order', () => {
  it('are each offered or withheld with a reason, in one order', () => {
    const { offered, withheld } = orderActions(order);
    expect([...offered, ...withheld.map(({ action }) => action)].sort()).toEqual(
      // A pickup is authorised at Shopee; confirmed is what others call it.
      orderAction.options.filter((action) => action !== 'confirm_pickup').sort(),
    );
    expect(offered).toEqual(['ship', 'cancel', 'sync', 'add_notes']);
  });

  it.each<[ChannelKind, readonly string[]]>([
    ['shopee', ['READY_TO_SHIP']],
    ['lazada', ['pending']],
    ['shopify', ['paid', 'partial']],
    ['qoo10', ['pending', 'paid']],
    ['tiktok', ['READY_TO_SHIP']],
    ['tokopedia', ['READY_TO_SHIP']],
    ['amazon-sg', ['READY_TO_SHIP']],
  ])('%s lets orders be shipped in these states alone: %j', (channel, states) => {
    expect(statesThatOffer('ship', { channel })).toEqual(states);
  });

  it('need Delivery at Lazada, Shopify and Qoo10, and no tracking number at Amazon, Tokopedia and Tiktok', () => {
    for (const channel of channelKinds) {
      const [marketplaceState = ''] = channels[channel].shipping.states;
      const needsDelivery = ['lazada', 'shopify', 'qoo10'].includes(channel);
      const needsNoTracking = ['amazon-sg', 'tokopedia', 'tiktok'].includes(channel);
      expect(offers({ channel, marketplaceState, shippingType: null }, 'ship')).toBe(!needsDelivery);
      expect(offers({ channel, marketplaceState, hasTracking: true }, 'ship')).toBe(!needsNoTracking);
    }
  });

  it('never ship what the buyer collects; that is set ready instead, while it is to process', () => {
    for (const channel of channelKinds) {
      const [marketplaceState = ''] = channels[channel].shipping.states;
      const collected = {
        channel,
        marketplaceState,
        category: 'processing_self_collect',
        shippingType: null,
      };
      expect(offers(collected, 'ship')).toBe(false);
      expect(offers(collected, 'ready_to_collect')).toBe(true);
      if (channels[channel].shipping.states.length > 0)
        expect(whyNot(collected, 'ship')).toBe('The buyer collects this order. Use Set Ready to Collect.');
      expect(whyNot({ ...collected, state: 'buyer_self_collect' }, 'ship')).toContain('waits for the buyer');
      expect(offers({ ...collected, state: 'buyer_self_collect' }, 'ready_to_collect')).toBe(false);
    }
    expect(offers({}, 'ready_to_collect')).toBe(false);
  });

  it('set ready here alone where the marketplace has no call for it, also while an action is under way', () => {
    const collected = {
      ...order,
      capabilities: { ...everything, setsReady: false },
      marketplace: { name: 'Kopi Corner', isVerified: false },
      isPending: true,
      category: 'processing_self_collect',
      shippingType: null,
    };
    expect(orderActions(collected).offered).toContain('ready_to_collect');
    expect(orderActions(collected).recordedHere).toContain('ready_to_collect');
    const told = { ...collected, capabilities: everything };
    expect(orderActions(told).offered).not.toContain('ready_to_collect');
    expect(orderActions({ ...told, marketplace: order.marketplace, isPending: false }).recordedHere).toEqual([
      'add_notes',
    ]);
  });

  it('call a pickup as the channel does', () => {
    expect(offers({ state: 'buyer_self_collect' }, 'authorise_pickup')).toBe(true);
    expect(offers({ state: 'buyer_self_collect' }, 'confirm_pickup')).toBe(false);
    for (const channel of channelKinds.filter((one) => one !== 'shopee')) {
      expect(offers({ channel, state: 'buyer_self_collect' }, 'confirm_pickup')).toBe(true);
      expect(offers({ channel, state: 'staff_to_process' }, 'confirm_pickup')).toBe(false);
    }
  });

  it('list which of them no marketplace is notified of', () => {
    const collected = { ...order, state: 'buyer_self_collect', restockable: 1 } as const;
    expect(orderActions(collected).recordedHere).toEqual(['authorise_pickup', 'restock', 'add_notes']);
    const told = { ...collected, capabilities: { ...everything, hearsOfPickups: true } };
    expect(orderActions(told).recordedHere).toEqual(['restock', 'add_notes']);
  });

  it('cancel in the states of the specification', () => {
    expect(statesThatOffer('cancel', {})).toEqual([
      'pending',
      'authorized',
      'partially_paid',
      'paid',
      'READY_TO_SHIP',
      'RETRY_SHIP',
      'processing',
      'shipped',
    ]);
  });

  it('answer a buyer who asks to cancel, and nobody else', () => {
    expect(offers({ cancellationRequested: true }, 'accept_cancellation')).toBe(true);
    expect(offers({ cancellationRequested: true }, 'reject_cancellation')).toBe(true);
    expect(whyNot({}, 'accept_cancellation')).toBe('The buyer has not asked to cancel.');
    const accepting = { ...everything, refusesCancellation: false };
    expect(
      whyNot(
        { channel: 'qoo10', capabilities: accepting, cancellationRequested: true },
        'reject_cancellation',
      ),
    ).toBe('Qoo10 lets a request to cancel be refused only in its seller centre.');
  });

  it('wait for the marketplace to be authorised, and for an earlier action', () => {
    const unverified = { marketplace: { name: 'Kopi Corner', isVerified: false } };
    expect(orderActions({ ...order, ...unverified }).offered).toEqual(['add_notes']);
    expect(whyNot(unverified, 'ship')).toBe(
      'Kopi Corner is not authorised. Verify it on its page, then try again.',
    );
    expect(orderActions({ ...order, isPending: true }).offered).toEqual(['sync', 'add_notes']);
  });

  it('are withheld where the channel does not offer them', () => {
    const nothing = {
      ships: false,
      setsReady: false,
      cancels: false,
      acceptsCancellation: false,
      refusesCancellation: false,
      acceptsReturn: false,
      disputesReturn: false,
      hearsOfPickups: false,
    };
    expect(orderActions({ ...order, capabilities: nothing }).offered).toEqual(['sync', 'add_notes']);
  });

  it('ship once: an order that was shipped from here is not shipped again while the marketplace does not show it', () => {
    expect(whyNot({ shippedHere: true }, 'ship')).toContain('shipped from here already');
  });

  it('restock returned units, and complete shipped orders', () => {
    expect(offers({ restockable: 2 }, 'restock')).toBe(true);
    expect(offers({ restockable: 0 }, 'restock')).toBe(false);
    expect(offers({ state: 'shipped' }, 'move_to_completed')).toBe(true);
    expect(offers({ state: 'completed' }, 'move_to_completed')).toBe(false);
  });

  it('answers a return where its marketplace lets the seller, once, and until it is due', () => {
    const returned = {
      canAccept: true,
      canDispute: false,
      isPending: true,
      isOverdue: false,
      isRestocked: false,
      isAnsweredHere: false,
    };
    expect(offers({ returned }, 'accept_return')).toBe(true);
    expect(offers({ returned }, 'dispute_return')).toBe(false);
    expect(offers({}, 'accept_return')).toBe(false);
    expect(offers({ returned, isPending: true }, 'accept_return')).toBe(false);
    expect(offers({ returned, capabilities: { ...everything, acceptsReturn: false } }, 'accept_return')).toBe(
      false,
    );
    expect(whyNot({ returned: { ...returned, isOverdue: true } }, 'accept_return')).toBe(
      'The time to answer this return is over.',
    );
    // The marketplace takes its question back with the time.
    const late = { ...returned, isOverdue: true, canAccept: false };
    expect(whyNot({ returned: late }, 'accept_return')).toBe('The time to answer this return is over.');
    expect(whyNot({ returned: { ...late, isPending: false } }, 'accept_return')).toBe(
      'No return of this order waits for your answer.',
    );
    expect(whyNot({ returned: { ...returned, isAnsweredHere: true } }, 'accept_return')).toContain(
      'This return was answered from here already.',
    );
  });

  it('disputes an accepted return only while none of its units are on stock again', () => {
    const accepted = {
      canAccept: false,
      canDispute: true,
      isPending: false,
      isOverdue: false,
      isRestocked: false,
      isAnsweredHere: false,
    };
    expect(offers({ returned: accepted }, 'dispute_return')).toBe(true);
    expect(whyNot({ returned: { ...accepted, isRestocked: true } }, 'dispute_return')).toBe(
      'Units of this return are on stock again, so it can no longer be disputed.',
    );
  });
});
