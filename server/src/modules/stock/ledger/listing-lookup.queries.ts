import { sql, type RawBuilder } from 'kysely';

/**
 * Joins the listing with this id as `vl`, looked up by its key for each row. A plain join of the few rows that are due reads all
 * listings of the installation, since no statistics say how few they are; `offset 0` keeps the planner from one.
 */
export const listingOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  cross join lateral (select l.* from variant_listings l where l.id = ${id} offset 0) vl`;
