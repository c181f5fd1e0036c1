import type {
  AskedField as ChannelField,
  ReturnAcceptance,
  ReturnDispute,
} from '@evenstock/connectors/kit/capabilities';
import type { AskedField } from '@evenstock/contract/api/asked-fields';
import { english } from '@evenstock/contract/messages/english';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import { returnAccepted, returnOnItsWay, type ReturnDetail } from '@evenstock/contract/orders/return-detail';
import type { ShownReturn } from './order-returns.queries.ts';

/** The fields that a channel requires of an answer to a return. */
export interface ReturnForms {
  readonly acceptance: Pick<ReturnAcceptance, 'fields'> | undefined;
  readonly dispute: Pick<ReturnDispute, 'mostImages' | 'asksEmail' | 'nameOf'> | undefined;
}

/** Whether a marketplace still awaits the seller's answer, or may do so. */
function isAwaited(
  shown: Pick<ShownReturn, 'state' | 'answered_here' | 'can_accept' | 'can_dispute'>,
): boolean {
  if (shown.answered_here) return false;
  if (shown.state === 'to_return') return shown.can_accept || shown.can_dispute;
  return shown.state === 'pending' || shown.state === 'unknown';
}

/** A return as the order's page shows it. */
export function describeReturn(shown: ShownReturn, forms: ReturnForms, now: Date): ReturnDetail {
  const { currency } = shown;
  const isAccepted = shown.state === 'accepted';
  const due = shown.due_at === null || !isAwaited(shown) ? null : new Date(shown.due_at);
  return {
    id: shown.id,
    reference_number: shown.channel_return_id,
    tracking_number: shown.tracking_number,
    status: isAccepted ? returnAccepted : shown.state === 'to_return' ? returnOnItsWay : shown.raw_state,
    state: shown.state,
    raw_status: shown.raw_state,
    reason: shown.reason,
    dispute_reason: shown.dispute_reason,
    dispute_reason_messages: namesOf(shown.dispute_reason, forms.dispute?.nameOf),
    dispute_text_reason: shown.dispute_text_reason,
    pictures: [...shown.pictures],
    refund_amount: valueOf(shown.refund_amount, currency),
    formatted_refund_amount: shownAs(shown.refund_amount, currency),
    currency,
    source_created_at: new Date(shown.source_created_at).toISOString(),
    due_at: due?.toISOString() ?? null,
    is_overdue: due !== null && due <= now,
    items: shown.lines.map((line) => ({
      variant: line.variant,
      name: line.name,
      item_quantity: line.units,
      item_price: valueOf(line.unit_price, currency),
      formatted_item_price: shownAs(line.unit_price, currency),
    })),
    accept_fields: (forms.acceptance?.fields ?? []).map(asked),
    dispute_form:
      forms.dispute === undefined
        ? null
        : { most_images: forms.dispute.mostImages, asks_email: forms.dispute.asksEmail },
  };
}

/** The names of the reasons that a marketplace lists by its own keys; undefined where one of them has none. */
function namesOf(
  reasons: string | null,
  nameOf: ReturnDispute['nameOf'],
): ReturnDetail['dispute_reason_messages'] {
  const names = (reasons ?? '').split(', ').flatMap((key) => nameOf?.(key) ?? []);
  return names.length > 0 && names.length === reasons?.split(', ').length ? names : undefined;
}

const asked = ({ label, pattern, ...field }: ChannelField): AskedField => ({
  ...field,
  label: english(label),
  label_message: label,
  pattern:
    pattern === null
      ? null
      : { source: pattern.source, message: english(pattern.message), said: pattern.message },
  choices: [...field.choices],
  initial: null,
});

const valueOf = (minor: number | null, currency: string): number | null =>
  minor === null ? null : toMajor(minor, currency);

const shownAs = (minor: number | null, currency: string): string | null =>
  minor === null ? null : formatMoney(minor, currency);
