import { message } from '@evenstock/contract/messages/message';
import { paperSize, type PaperSize } from '@evenstock/contract/printing/printing';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type RowOutcome,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import { fetchLabels, type FetchedLabel } from './fetch-labels.ts';
import { joinLabels, type LabelFile } from './join-labels.ts';
import { kindOfType, labelTypes } from './label-content.rules.ts';
import { keepFile } from './keep-file.ts';
import {
  findOrdersToPrint,
  insertDocument,
  insertLabels,
  labelsOfRun,
  type KeptLabel,
  type OrderToPrint,
} from './printing.queries.ts';

/** Orders of one step: their marketplaces answer within its lease. */
const AT_ONCE = 5;
/** How long a label may be made; then its order has failed. */
const PATIENCE_MS = 30 * 60_000;

/** The orders in the order of their labels. */
export const labelRunParams = z.object({ orders: z.array(z.number().int()), paper: paperSize });

const cursor = z.object({
  /** The place of the first order that was not asked for. */
  next: z.number().int(),
  /** Orders whose labels are being made: asked for since when, and again when. */
  waiting: z.array(z.object({ order: z.number().int(), since: z.number(), due: z.number() })),
  /** The labels are in one document. */
  isJoined: z.boolean(),
});
type Cursor = z.infer<typeof cursor>;
type Waiting = Cursor['waiting'][number];

/**
 * Fetches the labels of orders, a few at a time; others are fetched while a marketplace makes one. Each label is a file, recorded
 * with the outcome of its row; at the end all PDFs and pictures are joined in one document. Fetching a label is idempotent.
 */
export const printLabelsOperation = defineOperation({
  kind: 'order.print_labels',
  topics: [],
  params: labelRunParams,
  cursor,
  async step(ctx, operation, { params, cursor: kept }, commit) {
    const state = kept ?? { next: 0, waiting: [], isJoined: false };
    if (state.isJoined) return 'done';
    const now = ctx.clock.now().getTime();
    const { asked, rest } = nextOrders(state, params.orders, now);
    if (asked.length > 0) {
      await fetchSome(ctx, operation, { state: rest, asked }, commit);
      return 'more';
    }
    const due = Math.min(...rest.waiting.map((each) => each.due));
    if (Number.isFinite(due)) return { rest: Math.max(1, Math.ceil((due - now) / 1000)) };
    return joinRun(ctx, operation, params, state, commit);
  },
  finish: () => Promise.resolve(),
  retry: ({ paper }, failed) => ({ paper, orders: failed.map(Number) }),
});

/** The orders to ask for now: new ones first, then those whose labels may be ready. */
function nextOrders(
  state: Cursor,
  orders: readonly number[],
  now: number,
): { asked: Waiting[]; rest: Cursor } {
  if (state.next < orders.length) {
    const asked = orders.slice(state.next, state.next + AT_ONCE);
    return {
      asked: asked.map((order) => ({ order, since: now, due: now })),
      rest: { ...state, next: state.next + asked.length },
    };
  }
  const asked = state.waiting.filter(({ due }) => due <= now).slice(0, AT_ONCE);
  return { asked, rest: { ...state, waiting: state.waiting.filter((each) => !asked.includes(each)) } };
}

interface Some {
  readonly state: Cursor;
  readonly asked: readonly Waiting[];
}

async function fetchSome(
  ctx: Context,
  operation: OperationRecord,
  { state, asked }: Some,
  commit: Commit<Cursor>,
): Promise<void> {
  const { id: operationId, storeId } = operation;
  const ids = asked.map(({ order }) => order);
  const orders = new Map((await findOrdersToPrint(ctx.db, storeId, ids)).map((each) => [each.id, each]));
  const fetched = await fetchLabels(ctx, [...orders.values()]);
  const rows: RowOutcome[] = [];
  const labels: KeptLabel[] = [];
  const waiting: Waiting[] = [];
  const now = ctx.clock.now().getTime();
  for (const each of asked) {
    const order = orders.get(each.order);
    const label = fetched.get(each.order) ?? gone;
    if (label.outcome === 'retry' && now < each.since + PATIENCE_MS) {
      waiting.push({ ...each, due: now + label.afterSeconds * 1000 });
      continue;
    }
    rows.push(rowOf(each.order, order, label));
    if (label.outcome !== 'ready') continue;
    const key = await keepFile(ctx, { storeId, orderIds: [each.order] }, label.bytes);
    labels.push({ order_id: each.order, file_key: key, media_type: labelTypes[label.kind].mediaType });
  }
  await commit(async (tx) => {
    await insertLabels(tx, { operationId, storeId }, labels);
    return { rows, cursor: { ...state, waiting: [...state.waiting, ...waiting] } };
  });
}

const gone: FetchedLabel = { outcome: 'failed', reason: message('printing.order_gone') };

function rowOf(id: number, order: OrderToPrint | undefined, label: FetchedLabel): RowOutcome {
  return {
    key: String(id),
    label: order?.reference_number ?? String(id),
    subject: order === undefined ? null : { type: 'Order', id },
    state: label.outcome === 'ready' ? 'done' : 'failed',
    reason: label.outcome === 'ready' ? null : label.reason,
  };
}

/** Joins what was fetched in the order that was chosen. Killed before the commit, it is done again. */
async function joinRun(
  ctx: Context,
  { id: operationId, storeId }: OperationRecord,
  { orders, paper }: { readonly orders: readonly number[]; readonly paper: PaperSize },
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const labels = await labelsOfRun(ctx.db, operationId);
  const files = await readFiles(ctx, orders, labels);
  const of = { storeId, orderIds: labels.map(({ order_id: id }) => id) };
  const key = files.length === 0 ? null : await keepFile(ctx, of, await joinLabels(files, paper));
  await commit(async (tx) => {
    if (key !== null) await insertDocument(tx, { operationId, storeId }, key);
    return { rows: [], cursor: { ...state, isJoined: true } };
  });
  return 'more';
}

async function readFiles(
  ctx: Context,
  orders: readonly number[],
  labels: readonly KeptLabel[],
): Promise<LabelFile[]> {
  const byOrder = new Map(labels.map((label) => [label.order_id, label]));
  const files: LabelFile[] = [];
  for (const order of orders) {
    const label = byOrder.get(order);
    const kind = label === undefined ? null : kindOfType(label.media_type);
    if (label === undefined || kind === null || kind === 'html') continue;
    const bytes = await ctx.files.read(label.file_key);
    if (bytes !== null) files.push({ kind, bytes });
  }
  return files;
}
