import type { Message } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** The keys of the answers that are kept: ids of records, which say what an action did. */
const keptKeys = ['order_item_ids', 'method', 'return_id', 'channel_return_id'];

/** Erases what finished actions of orders were asked with, and the reasons of refused ones. */
export async function eraseFinished(
  tx: Tx,
  orderIds: readonly number[],
  reason: { readonly text: string; readonly message: Message },
): Promise<void> {
  await sql`
    update marketplace_actions set
      asked = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(asked) where key = any(${keptKeys})),
      reference = null,
      outcome_reason = case when outcome_reason is null then null else ${reason.text} end,
      outcome_message = case when outcome_message is null then null else ${JSON.stringify(reason.message)}::jsonb end
    where subject_type = 'Order' and subject_id = any(${orderIds}) and finished_at is not null`.execute(tx);
}

/** Whether an action of these orders is unfinished. */
export async function hasUnfinishedOf(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace_actions
    where subject_type = 'Order' and subject_id = any(${orderIds}) and finished_at is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
