import { mostCounted } from '@evenstock/contract/api/fields';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../../api/page-request.ts';
import { holdsPart, isFound } from '../../../platform/text/search-text.ts';

/** The facts that decide the sequence of a list of SKUs `v`. */
export const listedColumns = sql`
  v.id, v.is_pinned, v.full_product_name, v.sku, v.quantity, v.quantity_step, v.past_30_days_sales_count`;

/** Whether the text of a SKU `v` contains another one, evaluated on the row. */
const holds = (text: string): RawBuilder<unknown> => holdsPart(sql`v.search_text`, text);

/** As `holds`, by an index. */
export const isFoundBy = (text: string): RawBuilder<unknown> => isFound(sql`v.search_text`, text);

/**
 * Number of SKUs before the page that are checked one by one, if a search finds more than are counted, before all matches are sorted.
 */
const NEAREST = 2_000;

/**
 * The matches of a search are read once, up to one more than are counted, as `found`. If there are more, the ids of the page, `page`,
 * are read from the first SKUs of the list; if these do not fill it, all matches are sorted.
 * @param plain the conditions of SKUs `v`, without the text
 */
export function searched(
  text: string,
  { conditions, plain }: { readonly conditions: RawBuilder<unknown>; readonly plain: RawBuilder<unknown> },
  order: RawBuilder<unknown>,
  page: PageRequest,
): RawBuilder<unknown> {
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  const until = page.offset + page.perPage;
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  const isNear = sql`(select count(*) from near) = ${until}`;
  return sql`
    -- It is read as far as its readers need, and only once.
    matching as materialized (select ${listedColumns} from variants v where ${conditions}),
    found as materialized (select * from matching limit ${mostCounted + 1}),
    near as materialized (
      select ${listedColumns} from (
        select ${listedColumns}, v.search_text from variants v where ${plain}
        order by ${order} limit ${NEAREST + 4 * page.offset}
      ) v where ${holds(text)} and not (${isWhole}) order by ${order} limit ${until}
    ),
    page as (
      (select v.id from found v where ${isWhole} ${slice})
      union all (select v.id from near v where ${isNear} ${slice})
      union all (select v.id from matching v where not (${isWhole}) and not (${isNear}) ${slice})
    )`;
}
