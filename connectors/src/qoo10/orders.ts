import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import { sumOrNull, toldTotal } from '../kit/amounts.ts';
import type { Cursor, Window } from '../kit/paging.ts';
import type { ChannelOrder, ChannelOrderLine, Connector, OrderPage } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import { readEach } from '../kit/read-records.ts';
import { intervalOf } from '../kit/batches.ts';
import { channel } from './channel.ts';
import { CURRENCY } from './listings.ts';
import { isOff, lineOf } from './order-lines.ts';
import { numberOf, orderStateOf } from './order-statuses.ts';
import { gatherChanged, gatherPlaced, latestClaim, LONGEST, nothingYet, readLine } from './order-rows.ts';
import type { Gathered, LineRecords } from './order-rows.ts';
import type { ChannelReply } from '../kit/http.ts';
import type { OrderRow } from './wire.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** One page: far below the 90 days that a list may span (qoo10.md 4.2). */
const PAGE_SPAN = 30 * DAY;
/** The most single orders of a page, so that it takes seconds. */
const mostSingleReads = 10;
/** Windows overlap by an hour (qoo10.md 7). */
const OVERLAP = HOUR;

/**
 * An order is a cart: what the buyer placed at once and the seller sends in one parcel. Its number is the packNo that its rows
 * share, and so is its `channelId`: a list may lack some of its rows. Each row is one order line with an orderNo of its own, which
 * all calls take (qoo10.md 4.2, 5, 6). Lists are not paged: a page is a span of time.
 */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const { from, to, after } = positionOf(cursor, updated);
    const since = from - OVERLAP;
    const isLast = to >= updated.to.getTime();
    const gathered = await gatherChanged(access, since, to, isLast);
    const { carts, last } = shareOf(cartsIn(gathered), after);
    await makeWhole(
      access,
      gathered,
      isLast ? carts.filter(({ placed }) => placed < since || placed > to) : carts,
    );
    const share = new Set(carts.map(({ packNo }) => packNo));
    const whole = cartsIn(gathered).filter(({ packNo }) => share.has(packNo));
    const nextSpan = isLast ? null : { from: to, after: null };
    return {
      ...(await ordersIn(access, whole, gathered)),
      next: last === null ? nextSpan : { from, after: last },
      total: null,
    };
  },

  async read(access, numbers, knownLines) {
    const gathered = nothingYet();
    const placed = new Map<string, OrderRow>();
    const unknown = new Set<string>();
    for (const number of numbers) {
      // A person may have typed in an orderNo.
      const orderNos = knownLines?.get(number) ?? [number];
      const { line, areUnknown } = await readFirstLine(access, orderNos, gathered.replies);
      if (areUnknown) unknown.add(number);
      if (line === null) continue;
      placed.set(number, line);
      const at = line.orderdate.getTime();
      await gatherPlaced(access, gathered, at - SECOND, at + SECOND);
    }
    // No call takes a cart's number, so it is searched for among all orders.
    if (numbers.some((number) => !placed.has(number))) {
      const now = access.http.now().getTime();
      await gatherPlaced(access, gathered, now - LONGEST + DAY, now);
    }
    const wanted = new Map(numbers.map((number) => [number, placed.get(number)?.packno ?? number]));
    const packs = new Set(wanted.values());
    // A line that names no cart is set aside with the order that is known to have it.
    const own = new Set([...packs, ...numbers.flatMap((number) => knownLines?.get(number) ?? [])]);
    for (const reference of [...gathered.unreadable.keys()]) {
      if (!own.has(reference)) gathered.unreadable.delete(reference);
    }
    const carts = cartsIn(gathered).filter(({ packNo }) => packs.has(packNo));
    const got = await ordersIn(access, carts, gathered);
    const seen = new Set([
      ...got.orders.map(({ number }) => number),
      ...got.unreadable.map(({ reference }) => reference),
    ]);
    const isMissing = (number: string): boolean => unknown.has(number) && !seen.has(wanted.get(number) ?? '');
    return { ...got, missing: numbers.filter(isMissing), total: null };
  },
};

/** The first of these lines that Qoo10 has. `areUnknown`: Qoo10 says that there is none of them; an empty answer says nothing. */
async function readFirstLine(
  access: Access,
  orderNos: readonly string[],
  replies: ChannelReply[],
): Promise<{ line: OrderRow | null; areUnknown: boolean }> {
  const gone: string[] = [];
  for (const orderNo of orderNos) {
    const line = await readLine(access, orderNo, replies, gone);
    if (line !== null) return { line, areUnknown: false };
  }
  return { line: null, areUnknown: gone.length === orderNos.length };
}

interface Position {
  readonly from: number;
  readonly to: number;
  /** The last cart of the span that is done already. */
  readonly after: string | null;
}

function positionOf(cursor: Cursor | null, updated: Window): Position {
  const from = typeof cursor?.['from'] === 'number' ? cursor['from'] : updated.from.getTime();
  return {
    from,
    to: Math.min(updated.to.getTime(), from + PAGE_SPAN),
    after: typeof cursor?.['after'] === 'string' ? cursor['after'] : null,
  };
}

interface Cart {
  readonly packNo: string;
  readonly placed: number;
  readonly lines: readonly LineRecords[];
}

/** Whole carts, in the order in which they were placed. */
function cartsIn(gathered: Gathered): Cart[] {
  const carts = new Map<string, LineRecords[]>();
  for (const line of gathered.lines.values()) {
    if (gathered.unreadable.has(line.packNo)) continue;
    carts.set(line.packNo, [...(carts.get(line.packNo) ?? []), line]);
  }
  const byNumber = (one: LineRecords, other: LineRecords): number => (one.orderNo < other.orderNo ? -1 : 1);
  return [...carts]
    .map(([packNo, lines]) => ({
      packNo,
      placed: Math.min(...lines.map(placedAt)),
      lines: lines.toSorted(byNumber),
    }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const placedAt = (line: LineRecords): number => (line.row ?? latestClaim(line))?.orderdate.getTime() ?? 0;
const keyOf = ({ placed, packNo }: Cart): string => `${String(placed).padStart(14, '0')}:${packNo}`;

/**
 * The carts after this one that one page may hold: placed within a span of the lists, and with few single orders to ask for.
 * `last` names the last of them if there are more.
 */
function shareOf(carts: readonly Cart[], after: string | null): { carts: Cart[]; last: string | null } {
  const left = carts.filter((cart) => after === null || keyOf(cart) > after);
  const first = left[0]?.placed ?? 0;
  let calls = 0;
  let count = 0;
  for (const { placed, lines } of left) {
    calls += lines.filter(isUnsure).length;
    if (count > 0 && (calls > mostSingleReads || placed - first > PAGE_SPAN)) break;
    count += 1;
  }
  const share = left.slice(0, count);
  const last = share.at(-1);
  return { carts: share, last: count < left.length && last !== undefined ? keyOf(last) : null };
}

/** Other lines of a changed line's cart may be unchanged, so the cart is read again with all lines. */
async function makeWhole(access: Access, gathered: Gathered, carts: readonly Cart[]): Promise<void> {
  const [first] = carts;
  const last = carts.at(-1);
  if (first === undefined || last === undefined) return;
  await gatherPlaced(access, gathered, first.placed - SECOND, last.placed + SECOND);
}

async function ordersIn(
  access: Access,
  carts: readonly Cart[],
  gathered: Gathered,
): Promise<Omit<OrderPage, 'next' | 'total'>> {
  const sure: Cart[] = [];
  for (const cart of carts) {
    const lines: LineRecords[] = [];
    for (const line of cart.lines) lines.push(await madeSure(access, line, gathered));
    sure.push({ ...cart, lines });
  }
  const interval = intervalOf(gathered.replies, access.http.now());
  const { read, unreadable } = readEach(
    sure,
    'order',
    ({ packNo }) => packNo,
    (cart) => orderOf(cart.packNo, cart.lines, interval.began),
  );
  return { orders: read, unreadable: [...gathered.unreadable.values(), ...unreadable], interval };
}

/**
 * A claim names neither option nor address; the single order does (qoo10.md 4.3, 4.4). And a cancelled line that was listed as
 * well is requested separately: some of its units may be left, or it was cancelled between the two lists.
 */
async function madeSure(access: Access, line: LineRecords, gathered: Gathered): Promise<LineRecords> {
  if (!isUnsure(line)) return line;
  try {
    const now = await readLine(access, line.orderNo, gathered.replies);
    if (now === null || line.row === null) return { ...line, row: now };
    return { ...line, row: { ...line.row, shippingstatus: now.shippingstatus, orderqty: now.orderqty } };
  } catch (error) {
    // The claim alone still has the outcome of the units.
    if (error instanceof ChannelError && error.fault.kind === 'unexpected') return line;
    throw error;
  }
}

const isUnsure = ({ row, claims }: LineRecords): boolean =>
  claims.some((claim) => row === null || isOff(claim));

function orderOf(packNo: string, records: readonly LineRecords[], readBegan: Date): ChannelOrder {
  const lines = records.flatMap(lineOf).sort((one, other) => (one.line.lineId < other.line.lineId ? -1 : 1));
  const statuses = lines.map(({ status }) => status);
  const { state, rank, raw } = orderStateOf(statuses);
  const facts = records.flatMap((line) => line.row ?? latestClaim(line) ?? []);
  const rows = records.flatMap(({ row }) => row ?? []);
  const due = records.flatMap((line) =>
    lineOf(line).some(({ status }) => status.units === 'here')
      ? (line.row?.estshippingdate?.getTime() ?? [])
      : [],
  );
  const paid = facts.flatMap(({ paymentdate }) => paymentdate?.getTime() ?? []);
  const placed = facts.map(({ orderdate }) => orderdate.getTime());
  const currency = facts.find((each) => each.currency !== null)?.currency ?? CURRENCY;
  const isCollected = rows.some(({ shippingratetype }) => /store\s*pick-?up/i.test(shippingratetype ?? ''));
  const carrier = facts.find(({ deliverycompany }) => deliverycompany !== null)?.deliverycompany ?? null;
  return {
    number: packNo,
    channelId: packNo,
    createdAt: new Date(Math.min(...placed)),
    // QAPI has no date of change, so the time of reading counts.
    updatedAt: readBegan,
    rawState: raw,
    state,
    stateRank: rank,
    paidAt: paid.length === 0 ? null : new Date(Math.min(...paid)),
    shipBy: due.length === 0 ? null : new Date(Math.min(...due)),
    category: isCollected ? 'processing_self_collect' : null,
    shippingType: isCollected ? null : 'Delivery',
    shippingMethod: rows.find(({ shippingratetype }) => shippingratetype !== null)?.shippingratetype ?? null,
    shippingCarrier: carrier,
    remarks: rows.find(({ shippingmsg }) => shippingmsg !== null)?.shippingmsg ?? null,
    isTest: false,
    cancellationRequested: records.some((line) => numberOf(latestClaim(line)?.claimstatus ?? '') === '1'),
    currency,
    amounts: amountsOf(rows, lines, currency),
    buyer: buyerOf(records),
    lines: lines.map(({ line }) => line),
    promotions: [],
  };
}

function amountsOf(
  rows: readonly OrderRow[],
  lines: readonly { readonly line: ChannelOrderLine }[],
  currency: string,
): ChannelOrder['amounts'] {
  // A cancelled line is only in the single order, which lacks most amounts (qoo10.md 4.3).
  const sum = (of: (row: OrderRow) => number | null): number | null => {
    const amounts = rows.flatMap((row) => of(row) ?? []);
    return amounts.length === 0 ? null : amounts.reduce((total, each) => total + toMinor(each, currency), 0);
  };
  const subtotal = toldTotal(sumOrNull(lines.map(({ line }) => line.total)), channel);
  const shippingFee = sum((row) => row.shippingrate);
  const discount = sum((row) => row.discount);
  const bySeller = sum((row) => row.cart_discount_seller);
  const byQoo10 = sum((row) => row.cart_discount_qoo10);
  const cartDiscount = bySeller === null && byQoo10 === null ? null : (bySeller ?? 0) + (byQoo10 ?? 0);
  return {
    subtotal,
    shippingFee,
    voucher: null,
    coin: null,
    tax: null,
    serviceFee: null,
    insurance: null,
    giftWrap: null,
    tip: null,
    creditCardPromotion: null,
    sellerDiscount: sum((row) => row.sellerdiscount),
    cartDiscount,
    discount,
    total: subtotal + (shippingFee ?? 0) - (discount ?? 0) - (cartDiscount ?? 0),
  };
}

function buyerOf(records: readonly LineRecords[]): ChannelOrder['buyer'] {
  const rows = records.flatMap(({ row }) => row ?? []);
  const facts = records.flatMap((line) => line.row ?? latestClaim(line) ?? []);
  const first = facts[0];
  const addressed = rows.find(({ shippingaddr, addr1 }) => shippingaddr !== null || addr1 !== null);
  const address = [addressed?.addr1, addressed?.addr2].flatMap((part) => part ?? []).join(', ');
  return {
    id: null,
    name: first?.receiver_gata ?? first?.receiver ?? first?.buyer_gata ?? first?.buyer ?? null,
    fullAddress: addressed?.shippingaddr ?? (address === '' ? null : address),
    postalCode: facts.find(({ zipcode }) => zipcode !== null)?.zipcode ?? null,
    phone: first?.receivermobile ?? first?.receivertel ?? first?.buyermobile ?? null,
    email: first?.buyeremail ?? null,
  };
}
