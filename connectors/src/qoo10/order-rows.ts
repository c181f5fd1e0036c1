import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { Unreadable } from '../kit/paging.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { channel } from './channel.ts';
import { callSeller, isRejection, resultOf, stampOf } from './client.ts';
import type { QapiReply } from './client.ts';
import { claimRow, found, orderRow } from './wire.ts';
import type { ClaimRow, OrderRow } from './wire.ts';

/** The records of one line of a cart: its row in the lists of orders, its claims, or both. */
export interface LineRecords {
  readonly orderNo: string;
  readonly packNo: string;
  readonly row: OrderRow | null;
  /** Each cancelled or returned part of a line is a claim; the last is the latest. */
  readonly claims: readonly ClaimRow[];
}

/** The claim that decides a line's state; null without one. */
export function latestClaim({ claims }: Pick<LineRecords, 'claims'>): ClaimRow | null {
  return claims.at(-1) ?? null;
}

/** Lines by orderNo, and carts with an unreadable row by packNo, or by its orderNo where it names none. */
export interface Gathered {
  readonly lines: Map<string, LineRecords>;
  /** Rows and claims that name no cart. */
  readonly strays: Found[];
  readonly unreadable: Map<string, Unreadable>;
  readonly replies: ChannelReply[];
}

export const nothingYet = (): Gathered => ({
  lines: new Map(),
  strays: [],
  unreadable: new Map(),
  replies: [],
});

const group = 'orders';
const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** How far our notion of the marketplace's clock may be off. */
const CLOCK_DOUBT = 2 * SECOND;
/** qoo10.md 4.2: no list spans more. */
export const LONGEST = 90 * DAY;

/** qoo10.md 4.2 and 4.4: by which date a list is asked for. */
const BY_ORDER = '1';
const BY_PAYMENT = '2';
const BY_SHIPPING = '3';
const BY_DELIVERY = '4';
const BY_REQUEST = '2';
const BY_COMPLETION = '3';

type Lists = readonly (readonly [status: string, by: string])[];

/**
 * What dates each move of an order: lists in the order of an order's life, then claims, so that one that moves on meanwhile is met
 * at its next place. Two moves have no date (On request → Seller confirm, requested → in progress); they change nothing for us.
 */
const changedLists: Lists = [
  ['1', BY_ORDER],
  ['2', BY_PAYMENT],
  ['3', BY_PAYMENT],
  ['4', BY_SHIPPING],
  ['5', BY_DELIVERY],
];
const changedClaims: Lists = [
  ...['1', '2', '4', '5', '11', '12', '13', '14', '15'].map((status) => [status, BY_REQUEST] as const),
  // An immediate cancellation may have no date of request, or none of completion.
  ...['3', '6', '16'].flatMap((status) => [[status, BY_REQUEST] as const, [status, BY_COMPLETION] as const]),
];
const placedLists: Lists = ['1', '2', '3', '4', '5'].map((status) => [status, BY_ORDER]);
const placedClaims: Lists = [
  ...['1', '2', '3', '4', '5', '6', '11', '12', '13', '14', '15', '16'].map(
    (status) => [status, BY_ORDER] as const,
  ),
];

/** Japan's alone: Singapore may not know it. */
const OPTIONAL_CLAIM = '16';

/**
 * Lines to which something happened between two instants.
 * @param isLatest whether later claims are listed as well: without the claim, a line that was cancelled in part reads as a smaller one
 */
export async function gatherChanged(
  access: Access,
  from: number,
  to: number,
  isLatest: boolean,
): Promise<Gathered> {
  const into = nothingYet();
  await gather(access, into, { from, to, lists: changedLists, claims: changedClaims, isLatest });
  return into;
}

/** All lines of the carts that were placed between two instants: the lines of a cart share their date. */
export async function gatherPlaced(access: Access, into: Gathered, from: number, to: number): Promise<void> {
  for (let start = from; start <= to; start += LONGEST) {
    const end = Math.min(to, start + LONGEST - SECOND);
    await gather(access, into, { from: start, to: end, lists: placedLists, claims: placedClaims });
  }
}

interface Sweep {
  readonly from: number;
  readonly to: number;
  readonly lists: Lists;
  readonly claims: Lists;
  readonly isLatest?: boolean;
}

async function gather(
  access: Access,
  into: Gathered,
  { from, to, lists, claims, isLatest = false }: Sweep,
): Promise<void> {
  const dates = { search_Sdate: stampOf(from), search_Edate: stampOf(to) };
  for (const [status, by] of lists) {
    const method = 'ShippingBasic.GetShippingInfo_v2';
    const parameters = { ShippingStat: status, ...dates, search_condition: by };
    const answer = await callSeller(access, { method, parameters, group });
    take(into, answer, method, (record) => ({ row: orderRow.parse(record) }));
  }
  const until = isLatest ? Math.max(to, access.http.now().getTime() + CLOCK_DOUBT) : to;
  const claimDates = { ...dates, search_Edate: stampOf(until) };
  for (const [status, by] of claims) {
    const method = 'ShippingBasic.GetClaimInfo_v2';
    const answer = await claimsOf(access, status, { ...claimDates, search_condition: by });
    if (answer !== null) take(into, answer, method, (record) => ({ claim: claimRow.parse(record) }));
  }
  for (const stray of into.strays.splice(0)) await takeStray(access, into, stray);
}

/**
 * What names no cart goes to that of its own line, as another list or the single order names it (qoo10.md 4.3); a line of which
 * nobody names one is set aside by its own number.
 */
async function takeStray(access: Access, into: Gathered, stray: Found): Promise<void> {
  const { orderno } = partOf(stray);
  const known = into.lines.get(orderno)?.packNo ?? (await cartOf(access, orderno, into.replies));
  if (known === null) into.unreadable.set(orderno, { reference: orderno, reason: namesNoCart });
  else place(into, stray, known);
}

async function cartOf(access: Access, orderNo: string, replies: ChannelReply[]): Promise<string | null> {
  try {
    return (await readLine(access, orderNo, replies))?.packno ?? null;
  } catch (error) {
    if (error instanceof ChannelError && ['rejected', 'unexpected'].includes(error.fault.kind)) return null;
    throw error;
  }
}

/** One list of claims (qoo10.md 4.4); null where Qoo10 does not know the status. */
async function claimsOf(
  access: Access,
  status: string,
  parameters: Readonly<Record<string, string>>,
): Promise<QapiReply | null> {
  const method = 'ShippingBasic.GetClaimInfo_v2';
  try {
    return await callSeller(access, { method, parameters: { ClaimStat: status, ...parameters }, group });
  } catch (error) {
    const isUnknown = error instanceof ChannelError && error.fault.kind === 'rejected';
    if (isUnknown && status === OPTIONAL_CLAIM) return null;
    throw error;
  }
}

/** Claims of one status by the date of their request (qoo10.md 4.4), one by one. */
export async function readClaims(
  access: Access,
  statuses: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ claims: ClaimRow[]; unreadable: Unreadable[] }> {
  const claims = new Map<string, ClaimRow>();
  const unreadable: Unreadable[] = [];
  for (const status of statuses) {
    for (const by of [BY_REQUEST, BY_COMPLETION]) {
      const dates = { search_Sdate: stampOf(from), search_Edate: stampOf(to), search_condition: by };
      const answer = await claimsOf(access, status, dates);
      const records = answer === null ? [] : resultOf(found, answer, 'GetClaimInfo_v2');
      const each = readEach(records, 'return', orderNoOf, (record) => claimRow.parse(record));
      for (const claim of each.read) {
        const packno = claim.packno ?? (await cartOf(access, claim.orderno, []));
        if (packno !== null) claims.set(claim.orderno, { ...claim, packno });
        else unreadable.push({ reference: claim.orderno, reason: namesNoCart });
      }
      unreadable.push(...each.unreadable);
    }
  }
  return { claims: [...claims.values()], unreadable };
}

const namesNoCart = message('answers.cart_missing', { channel });
const packOf = (record: unknown): string => nameFrom(record, 'packNo', 'PackNo', 'orderNo', 'OrderNo');
const orderNoOf = (record: unknown): string => nameFrom(record, 'orderNo', 'OrderNo');

type Found = { readonly row: OrderRow } | { readonly claim: ClaimRow };

function take(into: Gathered, answer: QapiReply, method: string, read: (record: unknown) => Found): void {
  into.replies.push(answer.reply);
  const each = readEach(resultOf(found, answer, method), 'order', packOf, read);
  for (const aside of each.unreadable) into.unreadable.set(aside.reference, aside);
  for (const one of each.read) {
    const { packno } = partOf(one);
    if (packno === null) into.strays.push(one);
    else place(into, one, packno);
  }
}

const partOf = (one: Found): OrderRow | ClaimRow => ('row' in one ? one.row : one.claim);

function place(into: Gathered, one: Found, packNo: string): void {
  const { orderno } = partOf(one);
  const known = into.lines.get(orderno);
  into.lines.set(orderno, {
    orderNo: orderno,
    packNo,
    // Lists are read in the order of an order's life: what comes later is newer.
    row: 'row' in one ? one.row : (known?.row ?? null),
    claims: 'claim' in one ? withClaim(known?.claims ?? [], one.claim) : (known?.claims ?? []),
  });
}

/** A claim has no number, so its dates identify it. A later state replaces the earlier one. */
function withClaim(known: readonly ClaimRow[], other: ClaimRow): readonly ClaimRow[] {
  const earlier = known.find((claim) => isSame(claim, other));
  const kept = known.filter((claim) => claim !== earlier);
  const newer = earlier !== undefined && dateOf(earlier) > dateOf(other) ? earlier : other;
  return [...kept, newer].sort((one, next) => dateOf(one) - dateOf(next));
}

function isSame(one: ClaimRow, other: ClaimRow): boolean {
  const [ended, alsoEnded] = [one.cancelrefunddate?.getTime(), other.cancelrefunddate?.getTime()];
  const isSameEnd = ended === undefined || alsoEnded === undefined || ended === alsoEnded;
  return one.requestdate?.getTime() === other.requestdate?.getTime() && isSameEnd;
}

const dateOf = ({ requestdate, cancelrefunddate }: ClaimRow): number =>
  Math.max(requestdate?.getTime() ?? 0, cancelrefunddate?.getTime() ?? 0);

/** The current state of one line, with its claim (qoo10.md 4.3); null if Qoo10 does not know it. */
export async function readLine(
  access: Access,
  orderNo: string,
  replies: ChannelReply[] = [],
  /** Takes the number if Qoo10 says that there is no such order; an empty answer says nothing. */
  gone: string[] = [],
): Promise<OrderRow | null> {
  const method = 'ShippingBasic.GetShippingAndClaimInfoByOrderNo';
  let answer: QapiReply;
  try {
    answer = await callSeller(access, { method, parameters: { OrderNo: orderNo }, group });
  } catch (error) {
    if (isRejection(error, -10002, -10003)) {
      gone.push(orderNo);
      return null;
    }
    throw error;
  }
  replies.push(answer.reply);
  const [record] = resultOf(found, answer, method);
  return record === undefined
    ? null
    : resultOf(orderRow, { ...answer, envelope: { ...answer.envelope, result: record } }, method);
}
