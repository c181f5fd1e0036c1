import { message, type Message } from '@evenstock/contract/messages/message';
import type { LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { english } from '@evenstock/contract/messages/english';
import { ChannelError } from '../kit/errors.ts';
import { saysItPasses } from '../kit/rejections.ts';
import { fetchSeller, understood } from './client.ts';
import { channel } from './channel.ts';

const method = 'ShippingBasic.PrintQxpressInvoice';

/** qoo10.md 5: Qxpress's label, by the order number of the parcel's first line. Its answer is a document, or a link to one. */
export const labels: Labels = {
  async print(access, orders) {
    const results: LabelResult[] = [];
    for (const order of orders) results.push(await printOne(access, order, results.length === 0));
    return results;
  },
};

async function printOne(access: Access, order: OrderRef, isFirst: boolean): Promise<LabelResult> {
  try {
    const reply = await fetchSeller(access, {
      method,
      parameters: {
        invoice_type: 'ST',
        svc_nation_cd: 'SG',
        ref_type: 'C',
        ref_value: order.lines[0]?.lineId ?? '',
        file_type: 'pdf',
      },
      group: 'orders',
    });
    const mediaType = mediaTypeOf(reply.bytes);
    if (mediaType !== null) return { outcome: 'ready', label: { mediaType, bytes: reply.bytes } };
    const framed = framedIn(reply.text);
    if (framed !== null) return { outcome: 'ready', label: { url: framed } };
    const { result, message: words } = understood(reply, method).envelope;
    const label = labelIn([result, words]);
    if (label !== null) return { outcome: 'ready', label };
    if (saysItPasses(words)) return { outcome: 'retry', afterSeconds: 30 };
    return none(message('refusals.no_label', { channel }));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.fault.kind === 'rejected') return none(error.fault.reason, error.fault.code);
    const isMade = error.fault.kind === 'unavailable' && saysItPasses(english(error.fault.reason));
    if (error.fault.kind === 'unauthorised' || (isFirst && !isMade)) throw error;
    // One missing label does not cost the others.
    return {
      outcome: 'retry',
      afterSeconds: error.fault.kind === 'throttled' ? error.fault.afterSeconds : 5,
    };
  }
}

/** What a document begins with, whatever its content type says. */
function mediaTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return 'application/pdf';
  return head.startsWith('\u0089PNG') ? 'image/png' : null;
}

/** The document that a page shows in a frame. */
const framedIn = (page: string): string | null =>
  /<(?:iframe|frame|embed|object)\b[^>]*?\b(?:src|data)\s*=\s*["'](https?:\/\/[^"']+)["']/i
    .exec(page)?.[1]
    ?.replaceAll('&amp;', '&') ?? null;

type Label = Extract<LabelResult, { outcome: 'ready' }>['label'];

/** The first link or document among an answer's values, however far down. */
function labelIn(value: unknown): Label | null {
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^https?:\/\/\S+$/.test(text)) return { url: text };
    if (/^JVBERi[A-Za-z0-9+/=\s]+$/.test(text)) {
      return { mediaType: 'application/pdf', bytes: new Uint8Array(Buffer.from(text, 'base64')) };
    }
    const framed = framedIn(text);
    return framed === null ? null : { url: framed };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const label = labelIn(inner);
    if (label !== null) return label;
  }
  return null;
}

const none = (reason: Message, code = 'no_label'): LabelResult => ({ outcome: 'rejected', code, reason });
