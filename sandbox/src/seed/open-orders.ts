import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { chineseBuyer, thaiBuyer } from '../core/buyers.ts';
import type { PastOrder } from '../core/place-orders.ts';
import type { Random } from '../core/random.ts';
import type { OrderEventName } from '../core/records.ts';

type OpenOrder = Pick<PastOrder, 'at' | 'path' | 'selfCollect' | 'remarks' | 'buyer'>;

const hour = 3_600_000;
const day = 24 * hour;

/** So that every screen has work: how many, how old, and their last event. */
const usual: readonly {
  readonly count: number;
  readonly hoursAgo: readonly [number, number];
  readonly path: readonly OrderEventName[];
  readonly remarks?: string;
  readonly selfCollect?: true;
}[] = [
  { count: 12, hoursAgo: [2, 40], path: ['pay'] },
  { count: 3, hoursAgo: [1, 5], path: [] },
  { count: 5, hoursAgo: [30, 60], path: ['pay', 'pack'] },
  { count: 5, hoursAgo: [70, 90], path: ['pay', 'pack', 'ship'] },
  { count: 2, hoursAgo: [8, 20], path: ['pay', 'request_cancellation'] },
  { count: 2, hoursAgo: [20, 44], path: ['pay', 'cancel'] },
  { count: 3, hoursAgo: [240, 300], path: ['pay', 'pack', 'ship', 'deliver', 'request_return'] },
  { count: 2, hoursAgo: [3, 30], path: ['pay'], remarks: 'Please call before delivery, doorbell is broken.' },
  { count: 1, hoursAgo: [3, 30], path: ['pay'], remarks: 'It is a gift: no invoice in the parcel, please.' },
  { count: 2, hoursAgo: [3, 30], path: ['pay'], selfCollect: true },
  // Ready for collection.
  { count: 1, hoursAgo: [40, 60], path: ['pay', 'pack'], selfCollect: true },
  // Its label is refused: the parcel is on hold while the buyer's request is open.
  { count: 1, hoursAgo: [50, 60], path: ['pay', 'pack', 'request_cancellation'] },
];

/** The open orders of a shop of the demo, among them two to ship today and one that is late where its marketplace has deadlines. */
export function openOrders(channel: ChannelKind, now: number, random: Random): readonly OpenOrder[] {
  const some = usual.flatMap(({ count, hoursAgo: [least, most], ...order }) =>
    Array.from({ length: count }, () => ({
      ...order,
      at: now - Math.floor((least + random.fraction() * (most - least)) * hour),
    })),
  );
  const urgent = urgentOrders(channel, now).map((at) => ({ at, path: ['pay'] as const }));
  const foreign = [chineseBuyer, thaiBuyer].map((buyer) => ({
    at: now - 3 * hour,
    path: ['pay'] as const,
    buyer,
  }));
  return [...some, ...urgent, ...foreign];
}

/** How long after it is placed, or paid within the hour, an order is to be shipped; absent: no deadline, or one by days. */
const hoursToShip: Partial<Record<ChannelKind, number>> = {
  shopee: 48,
  tiktok: 48,
  lazada: 48,
  qoo10: 48,
  tokopedia: 72,
};

/** When orders were placed that are to be shipped today, and at last one whose deadline has passed. */
function urgentOrders(channel: ChannelKind, now: number): readonly number[] {
  // Amazon's deadline is the end of the third day in Singapore after the one of the order.
  if (channel === 'amazon-sg') {
    const today = Math.floor((now - 16 * hour) / day) * day - 2 * day;
    return [today + 10 * hour, today + 12 * hour, today - 12 * hour];
  }
  const allowed = hoursToShip[channel];
  if (allowed === undefined) return [];
  return [now - (allowed - 2) * hour, now - (allowed - 4) * hour, now - (allowed + 3) * hour];
}
