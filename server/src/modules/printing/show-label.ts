import { channels } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { getShippingLabel } from '@evenstock/contract/printing/printing';
import type { Context } from '../../context.ts';
import { invalid, notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { recordReadings } from '../orders/order/record-readings.ts';
import { fetchLabels } from './fetch-labels.ts';
import { keepFile } from './keep-file.ts';
import { labelTypes } from './labels/label-content.rules.ts';
import { findOrderId, findOrdersToPrint } from './printing.queries.ts';

/**
 * Fetches the label of one order from its marketplace.
 * @throws Refusal 404; 422 under 'order' with why there is none, or none yet
 */
export async function showLabel(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  reference: string,
): Promise<CallReply<typeof getShippingLabel>> {
  const id = await findOrderId(ctx.db, store.id, reference);
  const [order] = id === null ? [] : await findOrdersToPrint(ctx.db, store.id, [id]);
  if (order === undefined) throw notFound('order');
  const label = (await fetchLabels(ctx, [order])).get(order.id);
  if (label?.outcome === 'failed') throw invalid('order', label.reason);
  if (label?.outcome !== 'ready') {
    throw invalid('order', message('printing.being_made', { channel: channels[order.channel].label }));
  }
  const { mediaType, ending } = labelTypes[label.kind];
  const key = await keepFile(ctx, { storeId: store.id, orderIds: [order.id] }, label.bytes);
  await recordReadings(ctx, store, actor, [order.id]);
  const bytes = Buffer.from(label.bytes);
  return {
    label: bytes.toString(label.kind === 'html' || label.kind === 'zpl' ? 'utf8' : 'base64'),
    media_type: mediaType,
    airway_bill: ctx.files.link(key, { mediaType, name: `${order.reference_number}.${ending}` }),
  };
}
