import { message, type Message } from '@evenstock/contract/messages/message';
import type { LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError } from '../kit/errors.ts';
import { fetchSeller, understood } from './client.ts';
import { orderNosOf } from './orders.ts';
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
        ref_value: orderNosOf(order.channelId)[0] ?? '',
        file_type: 'pdf',
      },
      group: 'orders',
    });
    if (reply.text.startsWith('%PDF')) {
      return { outcome: 'ready', label: { mediaType: 'application/pdf', bytes: reply.bytes } };
    }
    const { result, message: words } = understood(reply, method).envelope;
    const url = [result, words].find((each) => typeof each === 'string' && /^https?:\/\//.test(each));
    if (typeof url === 'string') return { outcome: 'ready', label: { url } };
    return none(message('refusals.no_label', { channel }));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.fault.kind === 'rejected') return none(error.fault.reason, error.fault.code);
    if (error.fault.kind === 'unauthorised' || isFirst) throw error;
    // One missing label does not cost the others.
    return {
      outcome: 'retry',
      afterSeconds: error.fault.kind === 'throttled' ? error.fault.afterSeconds : 5,
    };
  }
}

const none = (reason: Message, code = 'no_label'): LabelResult => ({ outcome: 'rejected', code, reason });
