import { message } from '@evenstock/contract/messages/message';
import type { LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, unexpected } from '../kit/errors.ts';
import { isPassing } from '../kit/rejections.ts';
import { fetchFs, fsIdOf, understood } from './client.ts';
import { channel } from './channel.ts';

/** tokopedia.md 5: a page of HTML, available once the order is accepted. `printed=0`: reading it does not mark the order as printed. */
export const labels: Labels = {
  async print(access, orders) {
    const results: LabelResult[] = [];
    for (const order of orders) results.push(await printOne(access, order, results.length === 0));
    return results;
  },
};

async function printOne(access: Access, { channelId }: OrderRef, isFirst: boolean): Promise<LabelResult> {
  try {
    const reply = await fetchFs(access, {
      method: 'GET',
      path: `/v1/order/${channelId}/fs/${fsIdOf(access.app)}/shipping-label`,
      query: { printed: '0' },
      group: 'orders',
    });
    if (reply.status < 300 && /^\s*</.test(reply.text)) {
      return { outcome: 'ready', label: { mediaType: 'text/html', bytes: reply.bytes } };
    }
    if (Buffer.from(reply.bytes.subarray(0, 4)).toString('latin1') === '%PDF') {
      return { outcome: 'ready', label: { mediaType: 'application/pdf', bytes: reply.bytes } };
    }
    const { data } = understood(reply).envelope;
    if (typeof data === 'string' && /^\s*</.test(data)) {
      return { outcome: 'ready', label: { mediaType: 'text/html', bytes: Buffer.from(data) } };
    }
    const url = /https?:\/\/[^"\s\\]+/.exec(JSON.stringify(data ?? null))?.[0];
    if (url !== undefined) return { outcome: 'ready', label: { url } };
    throw unexpected(message('answers.no_label', { channel }));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.fault.kind === 'rejected') {
      const { code } = error.fault;
      const reason = message('refusals.label_after_accepting', { channel, reason: error.message });
      return { outcome: 'rejected', code, reason };
    }
    const isFirstOfAll = isFirst && !isPassing(error.fault);
    if (error.fault.kind === 'unauthorised' || isFirstOfAll) throw error;
    // One missing label does not cost the others.
    return {
      outcome: 'retry',
      afterSeconds: error.fault.kind === 'throttled' ? error.fault.afterSeconds : 5,
      ...(isPassing(error.fault) ? {} : { because: error.fault.reason }),
    };
  }
}
