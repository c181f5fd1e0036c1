import type { Market } from '../market.ts';
import { stockCalls } from '../stock-calls.ts';

/*
 * What sometimes happens: states that a run may reach, by name, and how each is noticed. A simulation that never reaches one tests nothing
 * of it. They are seen from outside: in the calls that arrive at the marketplaces, in what people do while jobs are under way, and in
 * the rows of the database.
 */

export type Arrived = ReturnType<Market['sandbox']['control']['calls']>[number];

export interface UnderWay {
  readonly name: string;
  /** Where it waits: before a call, or after it. */
  readonly at: string;
}

/** A call that arrived, and what else is known at that moment. */
export interface CallSeen {
  readonly call: Arrived;
  /** Calls of the same shop before it, oldest first. */
  readonly earlier: readonly Arrived[];
  readonly tasks: readonly UnderWay[];
  /** Whether the shop has an order that is still to be sent. */
  readonly hasOpenOrders: boolean;
}

const orderLists =
  /get_order_list$|orders\/get$|^orders$|orders\/search$|order\/list$|GetShippingInfo_v2$|^searchOrders$/;
const laterPage =
  /cursor=[^&"]|offset=[1-9]|[Pp]age=([2-9]|\d\d)|page_no=[2-9]|page_token=[^&]|pageToken=|"after":"|[nN]extToken=|paginationToken=/;

const isStockWrite = ({ channel, call }: Arrived): boolean => call.endsWith(stockCalls[channel]);
const isOrderList = ({ call }: Arrived): boolean => orderLists.test(call);
const isNotice = ({ call }: Arrived): boolean => call.startsWith('notice ');
const struckBy = ({ fault }: Arrived, ...kinds: readonly string[]): boolean =>
  (fault ?? '').split(', ').some((kind) => kinds.includes(kind));

/** Digits that name items and SKUs, without instants; Amazon's SKUs are in the path. */
function subjectsOf({ path, body }: Arrived): Set<string> {
  const named = path.split('?')[0] ?? '';
  const digits = decodeURIComponent(body.replaceAll('+', ' ')).match(/\d{6,}/g) ?? [];
  return new Set([named, ...digits.filter((one) => !/^17\d{8,11}$/.test(one))]);
}

const isLanded = ({ fault }: Arrived): boolean => fault === 'late_write (landed)';

/** Another number of the same listing was taken after the write was sent, and before it landed. */
function landedOverNewer({ call, earlier }: CallSeen): boolean {
  const subjects = subjectsOf(call);
  const sent = earlier.findLastIndex((one) => struckBy(one, 'late_write') && one.body === call.body);
  return earlier
    .slice(sent + 1)
    .some(
      (one) =>
        sent >= 0 &&
        isStockWrite(one) &&
        (one.fault === null || one.fault === 'slow') &&
        one.body !== call.body &&
        [...subjectsOf(one)].some((subject) => subjects.has(subject)),
    );
}

const isPush = ({ name }: UnderWay): boolean => name === 'stock.push_stock';
const isTwin = ({ call, earlier }: CallSeen): boolean =>
  isNotice(call) && earlier.some((one) => isNotice(one) && one.body === call.body);
const onStock =
  (...kinds: readonly string[]) =>
  ({ call }: CallSeen): boolean =>
    isStockWrite(call) && struckBy(call, ...kinds);
const onOrders =
  (...kinds: readonly string[]) =>
  ({ call }: CallSeen): boolean =>
    isOrderList(call) && struckBy(call, ...kinds);
const onAny =
  (...kinds: readonly string[]) =>
  ({ call }: CallSeen): boolean =>
    struckBy(call, ...kinds);
const whileActing =
  (...kinds: readonly string[]) =>
  ({ call, tasks }: CallSeen): boolean =>
    struckBy(call, ...kinds) &&
    tasks.some(({ name }) => name === 'actions.perform_action') &&
    !tasks.some(isPush);

/** Noticed in a call that arrived, with what struck it. */
export const inCalls = {
  'a stock write was refused for too many calls': onStock('throttle'),
  'a stock write failed before it was done': onStock('error_500', 'html', 'timeout'),
  'a stock write was done, and answered with an error': onStock('error_after_commit'),
  'the answer to a stock write broke off': onStock('truncate', 'trickle'),
  'a stock write was a success outside, and failed inside': onStock('lying_success'),
  'a stock write met a code of no document': onStock('unknown_error'),
  'half of a stock write was done': onStock('half_batch'),
  'a stock write had no answer, and was still to land': onStock('late_write'),
  'a late write landed': ({ call }) => isStockWrite(call) && isLanded(call),
  'a late write landed over a newer one': (seen) =>
    isStockWrite(seen.call) && isLanded(seen.call) && landedOverNewer(seen),
  'a list of orders met a code of no document': onOrders('unknown_error'),
  'a list of orders was a success with an error inside': onOrders('lying_success'),
  'a list of orders was a web page': onOrders('html'),
  'a list of orders had no answer': onOrders('timeout'),
  'a list of orders broke off': onOrders('truncate', 'trickle'),
  'a list of orders was refused for too many calls': onOrders('throttle'),
  'a list of orders was empty with success': onAny('empty_list (orders)'),
  'a list of orders had its first row alone': onAny('short_list (orders)'),
  'a page of orders lacked its last row': onAny('short_page (orders)'),
  'rows moved between pages of orders': onAny('moved_page (orders)'),
  'a list of returns lacked something': onAny(
    'empty_list (returns)',
    'short_list (returns)',
    'short_page (returns)',
    'moved_page (returns)',
  ),
  'a list of products was empty with success': onAny('empty_list (products)'),
  'a list of products had its first row alone': onAny('short_list (products)'),
  'a page of products lacked its last row': onAny('short_page (products)'),
  'rows moved between pages of products': onAny('moved_page (products)'),
  'a list of products was short while an order of its shop was open': ({ call, hasOpenOrders }) =>
    hasOpenOrders && struckBy(call, 'empty_list (products)', 'short_list (products)'),
  'stock was read as it was a while ago': onAny('stale_read'),
  'a token ended with a call': onAny('expire_token'),
  'a token ended between two pages': ({ call }) =>
    struckBy(call, 'expire_token') && laterPage.test(`${call.path} ${call.body}`),
  'an answer took a while': onAny('slow'),
  'an answer came a byte a second': onAny('trickle'),
  'a notice came twice': isTwin,
  'a notice was doubled while its order was being read': (seen) =>
    isTwin(seen) && seen.tasks.some(({ name }) => name === 'orders.read_order'),
  'what a member asked for had no answer': whileActing('timeout', 'late_write', 'truncate', 'trickle'),
  'what a member asked for was done, and answered with an error': whileActing('error_after_commit'),
  'what a member asked for met a code of no document': whileActing('unknown_error'),
  'what a member asked for was a success with an error inside': whileActing('lying_success'),
} satisfies Readonly<Record<string, (seen: CallSeen) => boolean>>;

/** A line of the account of a run, and the jobs that were under way. */
export interface StepSeen {
  readonly line: string;
  readonly tasks: readonly UnderWay[];
}

const buys = /^\S+ buyer at \S+: \d/;
const cancels = /^\S+ order \S+ at \S+: cancel( \d|$)/;
const whilePushing =
  (line: RegExp) =>
  (seen: StepSeen): boolean =>
    line.test(seen.line) && seen.tasks.some(isPush);
const isReading = ({ name }: UnderWay): boolean => name === 'pulls.run_pull' || name === 'orders.read_order';
const died = (job: string, where: string): RegExp =>
  new RegExp(`^\\S+ ${job} #\\d+: its worker is killed ${where}`);

/** Noticed in what people and workers do, with the jobs that are under way. */
export const inSteps = {
  'a sale arrived during a push': whilePushing(buys),
  'a sale arrived between a write and its answer': ({ line, tasks }) =>
    buys.test(line) && tasks.some((task) => isPush(task) && task.at.startsWith('after')),
  'a sale arrived while orders were read': ({ line, tasks }) => buys.test(line) && tasks.some(isReading),
  'a cancellation arrived during a push': whilePushing(cancels),
  'a cancellation arrived while orders were read': ({ line, tasks }) =>
    cancels.test(line) && tasks.some(isReading),
  'a member adjusted a quantity during a push': whilePushing(/^\S+ member adjusts/),
  'a seller typed a number during a push': whilePushing(/^\S+ seller at \S+ types/),
  'a listing was unmerged during a push': whilePushing(/^\S+ member unmerges/),
  'SKUs were merged during a push': whilePushing(/^\S+ member merges/),
  'a campaign began or ended during a push': whilePushing(/^\S+ campaign at/),
  'two pushes were under way at once': ({ tasks }) => tasks.filter(isPush).length > 1,
  'a push and a read of lists were under way at once': ({ tasks }) =>
    tasks.some(isPush) && tasks.some(isReading),
  'four jobs were under way at once': ({ tasks }) => tasks.length >= 4,
  'a worker died before its stock write left': ({ line }) => died('stock.push_stock', 'before').test(line),
  'a worker died after its stock write was answered': ({ line }) =>
    died('stock.push_stock', 'after').test(line),
  'a worker died while it read a list': ({ line }) => died('pulls.run_pull', '').test(line),
  'a worker died while it did what a member asked for': ({ line }) =>
    died('actions.perform_action', '').test(line),
  'a member pressed a button twice': ({ line }) => /^\S+ member: .*, then /.test(line),
  'a buyer found too few': ({ line }) => / found too few of /.test(line),
  'an order’s line came under another id': ({ line }) => / has another id$/.test(line),
  'a line was removed from an order': ({ line }) => /^\S+ the line of .* is removed$/.test(line),
  'an order was assigned to another keeper': ({ line }) => / is assigned to the /.test(line),
  'cancelled units were kept off the shelf by the seller': ({ line }) => / and not restocked$/.test(line),
} satisfies Readonly<Record<string, (seen: StepSeen) => boolean>>;

/** Noticed in the rows of the database, after each act and at the end: conditions of SQL. `now` is the market's clock. */
export const inRows = {
  'a quantity fell below zero': `exists (select from stock_movements where final_quantity < 0)`,
  'an order was cancelled when it was first read': `exists (
    select from orders o join order_items i on i.order_id = o.id
    where i.cancelled = i.ordered and i.effect_no = 0 and i.ordered > 0)`,
  'a line changed the ledger three times': `exists (select from stock_movements where cause ~ '^line:[0-9]+:3$')`,
  'an edit was booked': `exists (select from stock_movements where cause ~ '^epoch:')`,
  'an epoch was booked twice': `exists (select from stock_movements where cause ~ '^epoch:[0-9]+:2$')`,
  'a booking was taken back': `exists (select from stock_movements m join stock_movements n
    on split_part(n.cause, ':', 2) = split_part(m.cause, ':', 2) and n.id > m.id
    where m.cause ~ '^epoch:' and n.cause ~ '^epoch:' and sign(n.adjustment) = -sign(m.adjustment))`,
  'the outcome of a write was unknown': `exists (select from listing_stock_movements where outcome = 'unknown')`,
  'a write was refused': `exists (select from listing_stock_movements where outcome = 'rejected')`,
  'a write was to be tried again': `exists (select from listing_stock_movements where outcome = 'retry')`,
  'a number was written again after an unknown outcome': `exists (
    select from listing_stock_movements m join listing_stock_movements n
    on n.variant_listing_id = m.variant_listing_id and n.id > m.id and n.quantity = m.quantity
    where m.outcome = 'unknown' and n.outcome = 'ok')`,
  'a write was without an answer beyond its lease': `exists (
    select from listing_stock_movements where outcome = 'pending' and sent_at < now() - interval '30 seconds')`,
  'a push was superseded': `exists (select from listing_stock_movements where state = 'superseded')`,
  'a shop showed another number than the one compared': `exists (
    select from listing_stock_movements where outcome = 'stale')`,
  'a sale lay between a write’s sending and its answer': `exists (
    select from listing_events e join listing_stock_movements m on m.variant_listing_id = e.variant_listing_id
    where e.delta < 0 and m.outcome = 'ok' and e.happened_from between m.sent_at and m.answered_at)`,
  'a listing was in quarantine': `exists (select from listing_stocks where quarantine_until > now())`,
  'a listing was to be verified': `exists (select from listing_stocks where verify_at is not null)`,
  'a shortfall was pending': `exists (select from listing_stocks where pending < 0)`,
  'a surplus was pending': `exists (select from listing_stocks where pending > 0)`,
  'a read was in doubt': `exists (
    select from listing_epochs where bookable and unexplained <> sure)`,
  'an epoch could not be booked': `exists (select from listing_epochs where not bookable)`,
  'a campaign held more than there was': `exists (
    select from listing_stocks s join variant_listings l on l.id = s.variant_listing_id
    join variants v on v.id = l.variant_id where s.reserved > greatest(v.quantity, 0))`,
  'a whole list lacked a listing': `exists (
    select from marketplace_pulls p join product_listings l on l.marketplace_id = p.marketplace_id
    where p.kind = 'listings' and p.scope = 'reconcile' and p.state = 'done' and l.created_at < p.created_at
      and l.seen_in_pull_id < p.id
      and p.id = (select max(id) from marketplace_pulls n
        where n.marketplace_id = p.marketplace_id and n.kind = 'listings' and n.scope = 'reconcile' and n.state = 'done'))`,
  'members were notified of a short list': `exists (select from store_notifications where kind = 'list_short')`,
  'an order was set aside': `exists (select from quarantined_records where kind = 'order')`,
  'a listing was set aside': `exists (select from quarantined_records where kind = 'listing')`,
  'a pull failed, and comes back': `exists (
    select from marketplace_pulls where state = 'running' and failures > 0)`,
  'the outcome of what a member asked for was unknown': `exists (
    select from marketplace_actions where state = 'unknown')`,
  'what a member asked for was refused': `exists (select from marketplace_actions where state = 'refused')`,
  'a check found what a member asked for done': `exists (
    select from marketplace_actions where state = 'done' and checks > 0)`,
  'what a member asked for was sent twice': `exists (select from marketplace_actions where calls > 1)`,
  'a line was kept by the marketplace': `exists (select from order_items where kept_by = 'marketplace')`,
  'a listing was kept by the marketplace': `exists (select from listing_stocks where kept_since is not null)`,
  'a line lacked in a state of its order': `exists (select from order_items where lacking is not null)`,
  'a restock was open while its units sold': `exists (
    select from order_items i join order_items n on n.variant_id = i.variant_id and n.id > i.id
    where i.returned > i.restocked_by_hand and n.effect < 0)`,
  'a member restocked what came back': `exists (select from order_items where restocked_by_hand > 0)`,
  'an order had a state of no document': `exists (select from orders where marketplace_state = 'unknown')`,
  'a set ran out': `exists (select from variants where is_set and quantity <= 0)`,
  'units were cancelled while restocking was off': `exists (
    select from order_items i join variants v on v.id = i.variant_id
    where v.disable_restock and i.cancelled > i.restocked)`,
  'a shop kept units back': `exists (select from listing_stocks where safety > 0)`,
  'a token was refused': `exists (select from marketplace_credentials where refusals > 0)`,
  'a token was renewed': `exists (select from marketplace_credentials where version > 1)`,
  'a job was tried three times': `exists (select from graphile_worker._private_jobs where attempts >= 3)`,
  'a return waited for an answer': `exists (select from order_returns where state = 'pending')`,
} satisfies Readonly<Record<string, string>>;

/** All names, with where each is noticed. */
export const sometimes: ReadonlyMap<string, 'calls' | 'steps' | 'rows'> = new Map([
  ...Object.keys(inCalls).map((name) => [name, 'calls'] as const),
  ...Object.keys(inSteps).map((name) => [name, 'steps'] as const),
  ...Object.keys(inRows).map((name) => [name, 'rows'] as const),
]);
