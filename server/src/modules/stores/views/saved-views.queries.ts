import { viewedList, type SavedView } from '@evenstock/contract/stores/saved-views';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** Whose views: each member has their own in each store. */
export interface Viewer {
  readonly storeId: number;
  readonly userId: number;
}

interface Row {
  readonly id: number;
  readonly list: string;
  readonly name: string;
  readonly address: string;
}

const fields = ['id', 'list', 'name', 'address'] as const;
const described = (row: Row): SavedView => ({ ...row, list: viewedList.parse(row.list) });

/** Views by name. */
export async function readSavedViews(db: Handle, { storeId, userId }: Viewer): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(fields)
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute();
  return rows.map(described);
}

/** Which of the places of a member's views is taken twice when two are saved at once. */
export const PLACE_TAKEN = 'saved_views_place';

/**
 * Saves a view in the first of the places that is free.
 * @param most how many places there are
 * @returns null where none is free
 * @throws a violation of `saved_views_name` where the name is taken, of `PLACE_TAKEN` where another view was saved in the place
 */
export async function insertSavedView(
  tx: Tx,
  { storeId, userId }: Viewer,
  { list, name, address }: Omit<SavedView, 'id'>,
  { most, at }: { readonly most: number; readonly at: Date },
): Promise<SavedView | null> {
  const { rows } = await sql<Row>`
    insert into saved_views (store_id, user_id, list, name, address, place, created_at, updated_at)
    select ${storeId}, ${userId}, ${list}, ${name}, ${address}, p.place, ${at}, ${at}
    from generate_series(1, ${most}::integer) as p(place)
    where not exists (
      select from saved_views v
      where v.store_id = ${storeId} and v.user_id = ${userId} and v.list = ${list} and v.place = p.place)
    order by p.place limit 1
    returning id, list, name, address`.execute(tx);
  const [row] = rows;
  return row === undefined ? null : described(row);
}

/** @returns null where the viewer has no such view. @throws a violation of `saved_views_name` where the name is taken */
export async function setSavedView(
  tx: Tx,
  { storeId, userId }: Viewer,
  id: number,
  change: { readonly name?: string | undefined; readonly address?: string | undefined },
  at: Date,
): Promise<SavedView | null> {
  const row = await tx
    .updateTable('saved_views')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .returning(fields)
    .executeTakeFirst();
  return row === undefined ? null : described(row);
}

/** @returns false where the viewer has no such view */
export async function removeSavedView(tx: Tx, { storeId, userId }: Viewer, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return gone.length > 0;
}

/** Deletes the views of a member who leaves. */
export async function removeSavedViewsOf(tx: Tx, { storeId, userId }: Viewer): Promise<void> {
  await tx.deleteFrom('saved_views').where('store_id', '=', storeId).where('user_id', '=', userId).execute();
}
