import { channels } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { showShippingLabels } from '@evenstock/contract/printing/printing';
import type { Context } from '../../context.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { dayOf } from '../../platform/time/days.ts';
import { listOutcomes } from '../operations/show-operation.ts';
import { recordReadings } from '../orders/order/record-readings.ts';
import { labelTypes } from './labels/label-content.rules.ts';
import { invalidOrder, preparationOf } from './preparation.rules.ts';
import { labelRunParams } from '../fulfilment/label-run.ts';
import { labelRunCursor, printLabelsOperation } from './print-labels.ts';
import { findOrdersToPrint, findPrintRun, labelsOfRun } from './printing.queries.ts';

/**
 * What a run of labels has to print: its documents, and the labels that the browser prints. Files that have expired are not there. While
 * it is under way, the others wait for their marketplaces.
 * @throws Refusal 404 where the store has no such run
 */
export async function showLabels(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  operationId: number,
): Promise<CallReply<typeof showShippingLabels>> {
  const run = await findPrintRun(ctx.db, store.id, operationId);
  if (run === null) throw notFound('operation');
  const orders = await findOrdersToPrint(ctx.db, store.id, labelRunParams.parse(run.params).orders);
  const labels = new Map((await labelsOfRun(ctx.db, operationId)).map((label) => [label.order_id, label]));
  const outcomes = await listOutcomes(ctx, printLabelsOperation, operationId);
  const reasons = new Map(outcomes.map(({ key, reason }) => [Number(key), reason] as const));
  const isHtml = (id: number): boolean => labels.get(id)?.media_type === labelTypes.html.mediaType;
  const joined = new Set(run.documents.flatMap(({ order_ids: ids }) => ids));
  const printable = orders.filter(({ id }) => labels.has(id) && (isHtml(id) || joined.has(id)));
  const silences = labelRunCursor.safeParse(run.cursor).data?.silences ?? {};
  const waiting = orders.flatMap((order) => {
    const { id, channel, marketplace_id: at } = order;
    if (run.finished_at !== null || printable.includes(order) || reasons.get(id) != null) return [];
    const making = message('printing.not_yet', { channel: channels[channel].label });
    return [invalidOrder(order, silences[String(at)]?.reason ?? making)];
  });
  const invalids = orders.flatMap((order) => {
    const reason = reasons.get(order.id) ?? null;
    return reason === null || labels.has(order.id) ? [] : [invalidOrder(order, reason)];
  });
  await recordReadings(
    ctx,
    store,
    actor,
    printable.map(({ id }) => id),
  );
  const name = `Shipping labels ${dayOf(ctx.clock.now(), store.timeZone)}`;
  const linksTo = ({ mediaType, ending }: { mediaType: string; ending: string }): string[] =>
    run.documents
      .filter(({ media_type: type }) => type === mediaType)
      .map(({ file_key: key }) => ctx.files.link(key, { mediaType, name: `${name}.${ending}` }));
  return {
    shipping_labels: {
      ...preparationOf('print_label', printable, invalids, waiting),
      pdfs: linksTo(labelTypes.pdf),
      zpls: linksTo(labelTypes.zpl),
      labels: printable.flatMap(({ id, reference_number }) => {
        const label = labels.get(id);
        if (label === undefined || !isHtml(id)) return [];
        const url = ctx.files.link(label.file_key, { ...labelTypes.html, name: `${reference_number}.html` });
        return [{ id, reference_number, url }];
      }),
    },
  };
}
