import { message, messageOnWire } from '@evenstock/contract/messages/message';
import type { PaperSize } from '@evenstock/contract/printing/printing';
import type { LabelForm } from '@evenstock/connectors/kit/capabilities';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import {
  defineOperation,
  type OperationRecord,
  type RowOutcome,
} from '../operations/operation-definition.ts';
import { recordsOfLanes, workSideBySide, type LaneRecords } from '../operations/side-by-side.ts';
import { labelRun } from '../fulfilment/label-run.ts';
import { fetchLabels, isSilent, type FetchedLabel } from './fetch-labels.ts';
import { joinLabels, joinZpl, type LabelFile } from './labels/join-labels.ts';
import { kindOfType, labelTypes } from './labels/label-content.rules.ts';
import { withinTime } from '../../platform/time/time-limit.ts';
import { keepFile } from './keep-file.ts';
import {
  afterAll,
  afterAnswer,
  afterSilence,
  dueBatches,
  firstCursor,
  isNeverPrinted,
  type LabelCursor,
  type LeftOrder,
  type MarketplaceOf,
} from './label-run.rules.ts';
import {
  findOrdersToPrint,
  insertLabels,
  labelsOfRun,
  putDocument,
  type KeptLabel,
  type OrderToPrint,
} from './printing.queries.ts';

/** How long a label may be made; then its order has failed. */
const PATIENCE_MS = 30 * 60_000;
/** How long nothing comes in before what is there is joined. */
const QUIET_MS = 3_000;

export const labelRunCursor = z.object({
  left: z
    .array(z.object({ order: z.number().int(), since: z.number().nullable(), due: z.number() }))
    .readonly(),
  silences: z.record(z.string(), z.object({ failures: z.number().int(), reason: messageOnWire })).readonly(),
  joined: z.number().int(),
});

/**
 * Fetches the labels of orders, a few at a time; marketplaces are asked side by side, and others are fetched while a marketplace makes
 * one. Each label is a file, recorded with the outcome of its row. Whenever all that is left waits for a marketplace, and at the end,
 * the PDFs and pictures are joined in one document, and the files of label printers in another. Fetching a label is idempotent.
 */
export const printLabelsOperation = defineOperation({
  ...labelRun,
  cursor: labelRunCursor,
  async step(ctx, operation, { params, cursor: kept }, commit) {
    const begun: LabelCursor = kept ?? firstCursor(params.orders);
    const ids = begun.left.map(({ order }) => order);
    const found = await findOrdersToPrint(ctx.db, operation.storeId, ids);
    const orders = new Map(found.map((each) => [each.id, each]));
    const marketplaceOf = (order: number): number | null => orders.get(order)?.marketplace_id ?? null;
    const records = recordsOfLanes<LabelCursor>(commit, begun);
    const now = (): number => ctx.clock.now().getTime();
    const lanes = dueBatches(begun, marketplaceOf, now());
    const work = workSideBySide(ctx, lanes, (batch) =>
      fetchSome(ctx, operation, { batch, orders, marketplaceOf, records, form: formOf(params.paper) }),
    );
    await whenQuiet(work, records, () => joinRun(ctx, operation, params, records));
    const next = afterAll(records.cursor(), now());
    if (next !== 'more') await joinRun(ctx, operation, params, records);
    return next;
  },
  finish: () => Promise.resolve(),
  retry: ({ paper }, failed) => ({ paper, orders: failed.map(Number) }),
});

/** Waits for work, and joins what there is whenever nothing has come in for a while: a marketplace that is slow holds up no other. */
async function whenQuiet(
  work: Promise<void>,
  { cursor }: LaneRecords<LabelCursor>,
  join: () => Promise<void>,
): Promise<void> {
  try {
    for (let left = cursor().left; ; left = cursor().left) {
      if ((await withinTime(work, QUIET_MS, () => undefined)) !== null) return;
      if (cursor().left === left) await join();
    }
  } finally {
    await work;
  }
}

const formOf = (paper: PaperSize): LabelForm => (paper === 'zpl' ? 'printer' : 'page');

interface Some {
  readonly form: LabelForm;
  readonly batch: readonly LeftOrder[];
  readonly orders: ReadonlyMap<number, OrderToPrint>;
  readonly marketplaceOf: MarketplaceOf;
  readonly records: LaneRecords<LabelCursor>;
}

/** Asks one marketplace for the labels of some orders. @returns whether it may be asked for more */
async function fetchSome(
  ctx: Context,
  { id: operationId, storeId }: OperationRecord,
  { batch, orders, marketplaceOf, records, form }: Some,
): Promise<boolean> {
  const fetched = await fetchLabels(
    ctx,
    batch.flatMap(({ order }) => orders.get(order) ?? []),
    form,
  );
  const now = ctx.clock.now().getTime();
  const marketplaceId = batch[0] === undefined ? null : marketplaceOf(batch[0].order);
  const silences = [...fetched.values()].filter(isSilent);
  const [silence] = silences;
  if (silence !== undefined && silences.length === fetched.size) {
    const { reason, afterSeconds } = silence;
    await records.record((before) => {
      const due = now + afterSeconds * 1_000;
      const { cursor, failed } = afterSilence(before, marketplaceId, marketplaceOf, { reason, due });
      return { rows: failed.map((id) => rowOf(id, orders.get(id), { outcome: 'failed', reason })), cursor };
    });
    return false;
  }
  const rows: RowOutcome[] = [];
  const labels: KeptLabel[] = [];
  const waiting: LeftOrder[] = [];
  for (const { order: id, since } of batch) {
    const label = fetched.get(id) ?? gone;
    const asked = since ?? now;
    if ((label.outcome === 'retry' || label.outcome === 'silent') && now < asked + PATIENCE_MS) {
      waiting.push({ order: id, since: asked, due: now + label.afterSeconds * 1_000 });
      continue;
    }
    rows.push(rowOf(id, orders.get(id), label));
    if (label.outcome !== 'ready') continue;
    const key = await keepFile(ctx, { storeId, orderIds: [id] }, label.bytes);
    labels.push({ order_id: id, file_key: key, media_type: labelTypes[label.kind].mediaType });
  }
  return records.record(
    (before) => ({ rows, cursor: afterAnswer(before, marketplaceId, batch, waiting) }),
    (tx) => insertLabels(tx, { operationId, storeId }, labels),
  );
}

const gone: FetchedLabel = { outcome: 'failed', reason: message('printing.order_gone') };

function rowOf(id: number, order: OrderToPrint | undefined, label: FetchedLabel): RowOutcome {
  return {
    key: String(id),
    label: order?.reference_number ?? String(id),
    subject: order === undefined ? null : { type: 'Order', id },
    state: label.outcome === 'ready' ? 'done' : 'failed',
    reason: label.outcome === 'ready' ? null : label.reason,
    isLasting: label.outcome === 'failed' && isNeverPrinted(label.reason, order?.marketplace_state ?? null),
  };
}

/** Joins what was fetched, in the order that was chosen, where more was fetched since. Killed before the commit, it is done again. */
async function joinRun(
  ctx: Context,
  { id: operationId, storeId }: OperationRecord,
  { orders, paper }: { readonly orders: readonly number[]; readonly paper: PaperSize },
  { cursor, record }: LaneRecords<LabelCursor>,
): Promise<void> {
  const labels = await labelsOfRun(ctx.db, operationId);
  if (labels.length <= cursor().joined) return;
  const { pages, zpl } = await readFiles(ctx, orders, labels);
  const keep = (of: readonly Joinable[], bytes: Uint8Array) =>
    keepFile(ctx, { storeId, orderIds: of.map(({ order }) => order) }, bytes);
  const document = pages.length === 0 ? null : await keep(pages, await joinLabels(pages, paper));
  const printerFile = zpl.length === 0 ? null : await keep(zpl, joinZpl(zpl.map(({ bytes }) => bytes)));
  await record(
    (before) => ({ rows: [], cursor: { ...before, joined: labels.length } }),
    async (tx) => {
      const run = { operationId, storeId };
      if (document !== null) await putDocument(tx, run, labelTypes.pdf.mediaType, document);
      if (printerFile !== null) await putDocument(tx, run, labelTypes.zpl.mediaType, printerFile);
    },
  );
}

interface Joinable {
  readonly order: number;
  readonly bytes: Uint8Array;
}

/** The labels that are joined: those of one document, and those for label printers. */
async function readFiles(
  ctx: Context,
  orders: readonly number[],
  labels: readonly KeptLabel[],
): Promise<{ readonly pages: readonly (Joinable & LabelFile)[]; readonly zpl: readonly Joinable[] }> {
  const byOrder = new Map(labels.map((label) => [label.order_id, label]));
  const pages: (Joinable & LabelFile)[] = [];
  const zpl: Joinable[] = [];
  for (const order of orders) {
    const label = byOrder.get(order);
    const kind = label === undefined ? null : kindOfType(label.media_type);
    if (label === undefined || kind === null || kind === 'html') continue;
    const bytes = await ctx.files.read(label.file_key);
    if (bytes === null) continue;
    if (kind === 'zpl') zpl.push({ order, bytes });
    else pages.push({ order, kind, bytes });
  }
  return { pages, zpl };
}
