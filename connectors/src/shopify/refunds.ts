import type { Took } from '../kit/rejections.ts';
import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import type { OrderRef, RefundQuote } from '../kit/capabilities.ts';
import { rejected } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { amountText } from '../kit/sent-fields.ts';
import { channel } from './channel.ts';
import { graphql } from './client.ts';
import { refundableDocument, refundDocument } from './order-documents.ts';
import { refusedBy } from './user-errors.ts';
import { refundable, written } from './wire-actions.ts';
import type { Refundable } from './wire-actions.ts';

/** shopify.md 6: what a cancelled order's buyer would get back. */
export async function quote(access: Access, order: OrderRef): Promise<RefundQuote> {
  const { netPaymentSet, suggestedRefund } = await refundableOf(access, order);
  const { shopMoney: paid } = netPaymentSet;
  const { shopMoney: delivery } = suggestedRefund.shipping.maximumRefundableSet;
  const everything = Math.max(0, toMinor(paid.amount, paid.currencyCode));
  return {
    currency: paid.currencyCode,
    everything,
    allButDelivery: Math.max(0, everything - toMinor(delivery.amount, delivery.currencyCode)),
  };
}

/**
 * Gives back everything but the delivery fee, in the currency that the buyer paid in. What was given back before is no longer in the
 * net payment, so a second call gives nothing, and the attempt's key makes one that arrives twice the same refund.
 */
export async function giveBackAllButDelivery(
  access: Access,
  { order, attemptKey }: { readonly order: OrderRef; readonly attemptKey: string },
  took: Took,
): Promise<void> {
  const { netPaymentSet, suggestedRefund } = await refundableOf(access, order);
  const { presentmentMoney: paid } = netPaymentSet;
  const { presentmentMoney: delivery } = suggestedRefund.shipping.maximumRefundableSet;
  const currency = paid.currencyCode;
  let left = toMinor(paid.amount, currency) - toMinor(delivery.amount, currency);
  if (left <= 0) return;
  const transactions = suggestedRefund.suggestedTransactions.flatMap((each) => {
    const most = each.maximumRefundableSet?.presentmentMoney;
    const amount = Math.min(left, most === undefined ? left : toMinor(most.amount, currency));
    left -= amount;
    return amount <= 0
      ? []
      : [
          {
            orderId: order.channelId,
            parentId: each.parentTransaction?.id ?? null,
            kind: 'REFUND',
            gateway: each.gateway ?? '',
            amount: amountText(amount, currency),
          },
        ];
  });
  if (left > 0) {
    throw rejected('not_refundable', message('refusals.refund_not_allowed', { channel }));
  }
  const { data } = await graphql(access, refundDocument, {
    key: `${attemptKey}-refund`,
    input: { orderId: order.channelId, currency, notify: false, transactions },
  });
  refusedBy(parseReply(written, data['refundCreate'], 'refundCreate').userErrors);
  took();
}

async function refundableOf(access: Access, order: OrderRef): Promise<Refundable> {
  const { data } = await graphql(access, refundableDocument, { id: order.channelId });
  if (data['order'] === null || data['order'] === undefined) {
    throw rejected('NOT_FOUND', message('refusals.order_gone', { channel }));
  }
  return parseReply(refundable, data['order'], 'order');
}
