import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/**
 * Brings what SKUs keep of their listings up to date, in the transaction of whatever changed a listing: how many are for
 * sale, and the text that searches look in.
 */
export async function refreshVariants(tx: Tx, variantIds: readonly number[]): Promise<void> {
  if (variantIds.length === 0) return;
  const ids = [...new Set(variantIds)].sort((a, b) => a - b);
  // Whoever changes quantities locks variants in this order too.
  await sql`select id from variants where id = any(${ids}) order by id for no key update`.execute(tx);
  await sql`
    update variants v set live_listings = now.live, search_text = now.text
    from (
      select a.id,
        (select count(*)::integer from variant_listings l
         where l.variant_id = a.id and l.state = 'live' and l.deleted_at is null) as live,
        (select string_agg(distinct t.text, e'\\n') from (
           values (a.full_product_name), (a.sku)
           union select l.sku from variant_listings l where l.variant_id = a.id
           union select i.name from variant_listings l join product_listings i on i.id = l.product_listing_id
             where l.variant_id = a.id
           union select l.name from variant_listings l where l.variant_id = a.id
         ) t(text) where t.text <> '') as text
      from variants a where a.id = any(${ids})
    ) now
    where v.id = now.id and (v.live_listings, v.search_text) is distinct from (now.live, coalesce(now.text, ''))`.execute(
    tx,
  );
}
