import { channelKind, channels } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listOrderDays as endpoint, OrderDay } from '@evenstock/contract/orders/order-days';
import type { Call } from '../../../api/routing.ts';
import { dayOf, daysAfter } from '../../../platform/time/days.ts';
import { daysSince, type DayRecord } from './order-days.queries.ts';
import { verdictOf } from './order-days.rules.ts';

const DAYS_SHOWN = 14;

/** Lists the results of the checks of the last days, newest first. */
export async function listOrderDays({
  ctx,
  store,
}: Pick<Call<typeof endpoint>, 'ctx' | 'store'>): Promise<CallReply<typeof endpoint>> {
  const since = daysAfter(dayOf(ctx.clock.now(), store.timeZone), -DAYS_SHOWN);
  return { order_days: (await daysSince(ctx.db, store.id, since)).map(describeDay) };
}

function describeDay(record: DayRecord): OrderDay {
  const channel = channelKind.parse(record.channel);
  return {
    marketplace: {
      id: record.marketplace_id,
      slug: record.marketplace_slug,
      name: record.marketplace_name,
      type: channels[channel].marketplaceType,
      channel,
    },
    day: record.day,
    verdict: verdictOf(record),
    checked_at: record.checked_at.toISOString(),
    theirs: record.theirs,
    counted_by: record.counted_by,
    ours: record.ours,
    fetched: record.fetched,
    missing: record.missing,
  };
}
