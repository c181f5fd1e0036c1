import { escapeMarkup } from '../core/markup.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { recipientOf } from './recipient.ts';
import { Failure, html } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { orderStatus } from './words.ts';

/** `GET /v1/order/{order_id}/fs/{fs_id}/shipping-label`: a page, from status 400 on; `printed=1`, which is usual, says it was printed (tokopedia.md 5). */
export function readLabel(call: TokopediaCall): SandboxReply {
  const { shop, order } = call.order();
  if (call.book.status(shop, order) < orderStatus.accepted)
    throw new Failure(400, 'ORD_API_008', 'Label data not found: the order is not accepted');
  const { printedAt } = call.book.of(shop, order);
  if (call.text('printed') !== '0' && printedAt === null)
    call.book.change(shop, order, { printedAt: call.core.clock.now() });
  const recipient = recipientOf(order);
  const rows = order.lines
    .map((line) => `<tr><td>${escapeMarkup(line.sku)}</td><td>${escapeMarkup(line.name)}</td><td>${String(line.quantity - line.cancelled)}</td></tr>`)
    .join(''); // oxfmt-ignore
  return html(
    `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>${escapeMarkup(order.number)}</title></head><body>` +
      `<h1>JNE Reguler</h1><p>${escapeMarkup(order.tracking ?? `BOOK${order.id}`)}</p><p>${escapeMarkup(order.number)}</p>` +
      `<p>Kepada: ${escapeMarkup(recipient.name)}, ${escapeMarkup(recipient.full)}</p><p>Dari: ${escapeMarkup(shop.record.name)}</p>` +
      `<table>${rows}</table></body></html>`,
  );
}
