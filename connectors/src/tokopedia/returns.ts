import { utcDay } from '@evenstock/contract/values/utc-day';
import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelReturn, Returns, ReturnState } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { parseJson } from '../kit/http.ts';
import { nameFrom, parseReply, readEach } from '../kit/read-records.ts';
import { fetchFs, fsIdOf, understood } from './client.ts';
import { CURRENCY } from './listings.ts';
import { bareTickets, ticket, ticketPages, type Ticket } from './wire.ts';

const path = (fsId: string): string => `/resolution/v1/fs/${fsId}/ticket`;
const DAY = 86_400_000;
/** Days of the vendor are days in Jakarta, UTC+7. */
const JAKARTA = 7 * 3_600_000;
/** The list is by day and has no filter by change. Complaints that opened up to a month earlier are read again, as they close in that time. */
const LOOK_BACK = 30 * DAY;
/** A ticket is not read by its id, so it is looked for among those of this time. */
const KEPT = 90 * DAY;

/** Complaints, which sellers answer in Tokopedia's own console: read only (tokopedia.md 6). */
export const returns: Returns = {
  async page(access, _cursor, updated) {
    const rows = await listTickets(access, new Date(updated.from.getTime() - LOOK_BACK), updated.to);
    const { read, unreadable } = readEach(
      rows,
      'return',
      (record) => nameFrom(record, 'id'),
      (record) => returnOf(ticket.parse(record)),
    );
    const isChanged = ({ updatedAt, state }: ChannelReturn): boolean =>
      updatedAt >= updated.from || state === 'pending';
    return { returns: read.filter(isChanged), unreadable, next: null, waitSeconds: 0 };
  },

  async read(access, returnId) {
    const now = access.http.now();
    const rows = await listTickets(access, new Date(now.getTime() - KEPT), now);
    const found = rows.find((record) => nameFrom(record, 'id') === returnId);
    return found === undefined ? null : returnOf(parseReply(ticket, found, path('{fs_id}')));
  },
};

async function listTickets(access: Access, from: Date, to: Date): Promise<readonly unknown[]> {
  const { shopId } = access.credentials;
  const reply = await fetchFs(access, {
    method: 'GET',
    path: path(fsIdOf(access.app)),
    query: { shop_id: shopId, start_date: dayOf(from), end_date: dayOf(to) },
    group: 'orders',
  });
  // The document shows this answer without an envelope; other calls have one.
  const bare = reply.status < 400 ? bareTickets.safeParse(parseJson(reply)) : null;
  const { shops } =
    bare?.success === true
      ? bare.data
      : parseReply(ticketPages, understood(reply).envelope.data, path('{fs_id}'));
  return shops.flatMap((shop) => (shop.shop_id === shopId ? shop.ticket : []));
}

const dayOf = (instant: Date): string => utcDay(new Date(instant.getTime() + JAKARTA));

/** A complaint that was closed with funds was the buyer's; without, the seller's. */
function stateOf({ close_date: closedAt, total_issued_funds: funds }: Ticket): ReturnState {
  if (closedAt === null) return 'pending';
  return funds > 0 ? 'accepted' : 'refused';
}

function returnOf(raw: Ticket): ChannelReturn {
  return {
    returnId: raw.id,
    order: { number: raw.invoice_number, channelId: null },
    rawState: raw.solution ?? raw.status ?? '',
    state: stateOf(raw),
    canAccept: false,
    canDispute: false,
    reason: raw.problem_type,
    textReason: null,
    disputeReason: null,
    disputeTextReason: null,
    // Its pictures are the product's.
    pictures: [],
    trackingNumber: null,
    refundAmount: raw.total_issued_funds > 0 ? toMinor(raw.total_issued_funds, CURRENCY) : null,
    currency: CURRENCY,
    createdAt: raw.open_date,
    updatedAt: raw.close_date ?? raw.open_date,
    dueAt: raw.close_date === null ? raw.sla_date : null,
    lines: raw.complaint_product.map((product) => ({
      lineId: product.id,
      itemId: null,
      variantId: product.id,
      sku: null,
      name: product.Name ?? product.name ?? '',
      units: product.qty,
      price: product.price === null ? null : toMinor(product.price, CURRENCY),
    })),
  };
}
