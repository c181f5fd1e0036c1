import { sql } from 'kysely';

/** Whether item `i` has no SKU: no listing has its code, and no member has linked it. */
export const isUnlinked = sql<boolean>`(
  i.is_listed and i.variant_id is null and i.variant_listing_id is null and i.lacking is null and i.ordered > i.cancelled
  and i.kept_by is distinct from 'marketplace' and i.kept_by is distinct from 'elsewhere')`;
