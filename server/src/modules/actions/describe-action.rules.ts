import { fromChannel } from '@evenstock/contract/messages/message';
import type { Action } from '@evenstock/contract/actions/actions';
import { channelKind, channels } from '@evenstock/contract/channels/channels';
import type { ListedAction } from './actions.queries.ts';

/** The path of the record's page within its store; null where it has none or is gone. */
function pathOf({ subject_type: type, subject_key: key }: ListedAction): string | null {
  if (key === null) return null;
  switch (type) {
    case 'Order':
      return `/orders/${encodeURIComponent(key)}`;
    case 'ProductListing':
      return `/products/${key}`;
    case 'VariantListing':
      return `/variants/${key}`;
  }
}

/** An action as the API shows it. */
export function describeAction(record: ListedAction): Action {
  const channel = channelKind.parse(record.channel);
  const { outcome_code: code, outcome_reason: reason, outcome_message: kept } = record;
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    subject: {
      type: record.subject_type,
      id: record.subject_id,
      name: record.subject_name ?? '',
      path: pathOf(record),
    },
    marketplace: {
      id: record.marketplace_id,
      slug: record.marketplace_slug,
      name: record.marketplace_name,
      type: channels[channel].marketplaceType,
      channel,
    },
    asked_by:
      record.user_id === null || record.email === null ? null : { id: record.user_id, email: record.email },
    access_token:
      record.access_token_id === null ? null : { id: record.access_token_id, name: record.access_token_name },
    asked_at: record.asked_at.toISOString(),
    sent_at: record.sent_at?.toISOString() ?? null,
    finished_at: record.finished_at?.toISOString() ?? null,
    next_at: record.finished_at === null ? record.next_at.toISOString() : null,
    outcome: code === null || reason === null ? null : { code, reason, message: kept ?? fromChannel(reason) },
    may_retry: record.may_retry,
  };
}
