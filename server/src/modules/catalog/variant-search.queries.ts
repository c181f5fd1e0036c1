import { mostCounted } from '@evenstock/contract/fields';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../api/page-request.ts';
import { isShortText, partPattern } from '../../platform/search-text.ts';

/** What the order of a list of SKUs `v` needs. */
export const listedColumns = sql`
  v.id, v.is_pinned, v.full_product_name, v.sku, v.quantity, v.past_30_days_sales_count`;

/** Whether the text of a SKU `v` holds another one, asked of the SKU itself. */
const holds = (text: string): RawBuilder<unknown> => sql`v.search_text ilike ${partPattern(text)}`;

/** The same, asked of an index. One or two characters have no trigram: they have an index of their own. */
export const isFoundBy = (text: string): RawBuilder<unknown> =>
  isShortText(text) ? sql`short_parts(v.search_text) @> array[lower(${text})]` : holds(text);

/** A search that finds more than are counted looks at so many SKUs before its page one by one, before it sorts all that match. */
const NEAREST = 2_000;

/**
 * What a search finds is found once, up to one more than are counted, as `found`. Where there are more, the ids of the page, `page`, are
 * read from the first SKUs of the list; if these do not fill it, all that match are sorted.
 * @param plain the conditions of SKUs `v` but for the text
 */
export function searched(
  text: string,
  { conditions, plain }: { readonly conditions: RawBuilder<unknown>; readonly plain: RawBuilder<unknown> },
  order: RawBuilder<unknown>,
  page: PageRequest,
): RawBuilder<unknown> {
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  const until = page.offset + page.perPage;
  const matching = sql`select ${listedColumns} from variants v where ${conditions}`;
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  const isNear = sql`(select count(*) from near) = ${until}`;
  return sql`
    found as materialized (${matching} limit ${mostCounted + 1}),
    near as materialized (
      select ${listedColumns} from (
        select ${listedColumns}, v.search_text from variants v where ${plain}
        order by ${order} limit ${NEAREST + page.offset}
      ) v where ${holds(text)} and not (${isWhole}) order by ${order} limit ${until}
    ),
    -- Materialized, it is planned to be read to its end.
    far as materialized (select * from (${matching}) v where not (${isWhole}) and not (${isNear})),
    page as (
      (select v.id from found v where ${isWhole} ${slice})
      union all (select v.id from near v where ${isNear} ${slice})
      union all (select v.id from far v ${slice})
    )`;
}
