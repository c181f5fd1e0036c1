/* What is known of how each marketplace lets its orders be worked on. */

export interface ShippingFacts {
  /** Marketplace states, in the shared vocabulary, in which an order waits to be shipped. */
  readonly states: readonly string[];
  /**
   * What else the order must be. `delivered`: its shipping type is Delivery; `not_collected`: the buyer does not fetch it;
   * `untracked`: nor does the buyer fetch it, and it has no tracking number.
   */
  readonly needs: 'delivered' | 'not_collected' | 'untracked';
  /** What the shipment form says, in the specification's calls for this channel alone. */
  readonly calls: ShippingCalls | null;
}

/** Last parts of the calls. */
export interface ShippingCalls {
  readonly params: string;
  /** As `params`, of many orders. */
  readonly massParams: string;
  readonly addresses: string;
  readonly pickupTimes: string;
  readonly branches: string;
}

/** How a member says that the buyer has collected an order. */
export interface PickupFacts {
  /** As the channel names it: the pickup is authorised, or confirmed. */
  readonly is: 'authorised' | 'confirmed';
  /** The buyer shows a coupon: its number and the authorisation number are written down. */
  readonly hasCoupon: boolean;
}

/** What a seller may say beside the reason of a cancellation. */
export interface CancellationFacts {
  /** An optional text, as the channel calls it. */
  readonly text: 'detail' | 'memo' | null;
  /** Whether the delivery fee is refunded is for the seller to say. */
  readonly refundsDelivery: boolean;
}
