import { mostCounted, pageSize } from '@evenstock/contract/api/fields';
import { message } from '@evenstock/contract/messages/message';
import { invalid } from './routing.ts';

/** The part of a list's query that says which page, as `paging` of the contract parses it. */
export interface PageQuery {
  readonly page?: number | undefined;
  readonly current?: number | undefined;
  readonly per_page?: number | undefined;
}

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** The page asked for: `page` wins over `current`; the first ten records unless asked otherwise. */
export function pageOf(query: PageQuery): PageRequest {
  const page = query.page ?? query.current ?? 1;
  const perPage = query.per_page ?? pageSize.default;
  return { page, perPage, offset: (page - 1) * perPage };
}

interface Counted {
  readonly total_count: number;
  readonly total_count_exceeded?: true;
}

/** How many a list has, for its reply. @param total as its statement counted; a search's stops one past `mostCounted` */
export function countOf(total: number, isSearch: boolean): Counted {
  return isSearch && total > mostCounted
    ? { total_count: mostCounted, total_count_exceeded: true }
    : { total_count: total };
}

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/**
 * Reads a sort such as `name desc` (`asc` where the direction is left out).
 * @throws Refusal 422 that names the unknown field and the known ones
 */
export function sortOf<const Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
  fallback: Sort<NoInfer<Field>>,
): Sort<Field> {
  if (text === undefined || text.trim() === '') return fallback;
  const [name = '', direction = 'asc', ...rest] = text.trim().split(/\s+/);
  const field = fields.find((known) => known === name);
  if (field === undefined || (direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw invalid('s', message('api.sort_unknown', { text, fields: fields.join(', ') }));
  }
  return { field, direction };
}
