import { sql } from 'kysely';
import { actingToken } from '../../../platform/secrets/acting-token.ts';
import type { Tx } from '../../../platform/database/database.ts';

interface NotesVersion {
  readonly orderId: number;
  readonly notes: string;
  readonly userId: number;
  readonly at: Date;
}

/** Replaces the notes of an order and keeps the version. False: the order has these notes already. */
export async function replaceNotes(tx: Tx, { orderId, notes, userId, at }: NotesVersion): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update orders set notes = ${notes}, updated_at = ${at}
      where id = ${orderId} and notes is distinct from ${notes} returning id, store_id
    )
    insert into order_notes (store_id, order_id, notes, user_id, access_token_id, created_at)
    select store_id, id, ${notes}, ${userId}, ${actingToken()}::bigint, ${at} from changed returning id`.execute(
    tx,
  );
  return rows.length > 0;
}
