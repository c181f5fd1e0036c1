import { pageSize } from '@evenstock/contract/api/fields';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list. `name` is its name in the call (`q[name]=`) and in the address. */
export type Filter = AnyFilter & {
  /** The tabs in which it is offered while it is not set; all by default. */
  readonly onlyIn?: readonly string[];
};

type AnyFilter =
  /** The search box, debounced. At most one in each list. */
  | { readonly kind: 'search'; readonly name: string; readonly label: string }
  /** A pill that opens a text field. */
  | { readonly kind: 'text'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly options: readonly ChoiceOption[];
    }
  /** A pill with two states. */
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  /** Days from `from` to `to` (`YYYY-MM-DD`), both names of filters; `initial` applies until another range is chosen. */
  | {
      readonly kind: 'days';
      readonly from: string;
      readonly to: string;
      readonly label: string;
      readonly initial?: { readonly from: string; readonly to?: string };
      /** The earliest day that can be chosen. */
      readonly earliest?: string;
    };

export interface TabOption {
  readonly key: string;
  readonly label: string;
  /** The number of rows, if it is known in advance. */
  readonly count?: number | undefined;
  /** Shown in a menu under this heading, and as a tab only while it is selected. */
  readonly group?: string;
  /** A sort field that only this tab has; other tabs fall back to their default sort. */
  readonly ownSort?: string;
}

export interface Tabs {
  readonly options: readonly TabOption[];
  readonly initial: string;
  /** The parameter in the address; `tab` by default. */
  readonly name?: string;
  /** The parameter of the call: `scope`, or the name of a filter. */
  readonly sendAs: { readonly query: string } | { readonly filter: string };
}

export interface ListSpec {
  readonly filters?: readonly Filter[];
  readonly tabs?: Tabs;
  /** The default sort, e.g. `created_at asc`. */
  readonly sort: string;
  readonly perPage?: number;
}

/** The state of a list in the address. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly tab: string | null;
  /** Active filters, including initial ones. */
  readonly filters: Readonly<Record<string, string>>;
}

export type ListChange = Partial<ListState>;

function filterNames(filters: readonly Filter[]): readonly string[] {
  return filters.flatMap((filter) => (filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]));
}

const tabName = (spec: ListSpec): string => spec.tabs?.name ?? 'tab';

/** Active filters while the address names none. */
export function initialFilters(filters: readonly Filter[] = []): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const filter of filters) {
    if (filter.kind !== 'days' || filter.initial === undefined) continue;
    values[filter.from] = filter.initial.from;
    if (filter.initial.to !== undefined) values[filter.to] = filter.initial.to;
  }
  return values;
}

/** Parses a list's state from the address. Invalid values are ignored. */
export function readListState(search: URLSearchParams, spec: ListSpec): ListState {
  const initial = initialFilters(spec.filters);
  const filters: Record<string, string> = {};
  for (const name of filterNames(spec.filters ?? [])) {
    const value = search.get(name) ?? initial[name] ?? '';
    if (value !== '') filters[name] = value;
  }
  const perPage = Number(search.get('per_page'));
  const page = Number(search.get('page'));
  const tab = search.get(tabName(spec));
  const known = spec.tabs?.options.some((option) => option.key === tab) === true;
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    perPage: pageSize.choices.some((choice) => choice === perPage)
      ? perPage
      : (spec.perPage ?? pageSize.default),
    sort: search.get('s') ?? spec.sort,
    tab: known ? tab : (spec.tabs?.initial ?? null),
    filters,
  };
}

function hasOwnSort({ sort, tab }: ListState, spec: ListSpec): boolean {
  const ownSort = spec.tabs?.options.find(({ key }) => key === tab)?.ownSort;
  return ownSort !== undefined && sort.startsWith(`${ownSort} `);
}

/** The address after a change. Defaults are omitted; parameters of others are kept. */
export function writeListState(search: URLSearchParams, spec: ListSpec, change: ListChange): URLSearchParams {
  const before = readListState(search, spec);
  const turned = change.tab !== undefined && change.tab !== before.tab;
  // Another tab resets the filters; any change except of the page itself returns to the first page.
  const state: ListState = {
    ...before,
    ...(turned ? { filters: initialFilters(spec.filters) } : {}),
    ...(turned && hasOwnSort(before, spec) ? { sort: spec.sort } : {}),
    page: 1,
    ...change,
  };
  const next = new URLSearchParams(search);
  const put = (name: string, value: string, usual: string) => {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  };
  put('page', String(state.page), '1');
  put('per_page', String(state.perPage), String(spec.perPage ?? pageSize.default));
  put('s', state.sort, spec.sort);
  if (spec.tabs !== undefined) put(tabName(spec), state.tab ?? spec.tabs.initial, spec.tabs.initial);
  const initial = initialFilters(spec.filters);
  for (const name of filterNames(spec.filters ?? []))
    put(name, state.filters[name] ?? '', initial[name] ?? '');
  return next;
}

/** The list's state as parameters, without the page: the content of a saved view. */
export function listAddress(state: ListState, spec: ListSpec): string {
  return writeListState(new URLSearchParams(), spec, { ...state, page: 1 }).toString();
}

/** The filters of the call, including the tab if it is a filter. */
export function listFilters(state: ListState, spec: ListSpec): Readonly<Record<string, string>> {
  const sendAs = spec.tabs?.sendAs;
  return sendAs !== undefined && 'filter' in sendAs && state.tab !== null
    ? { ...state.filters, [sendAs.filter]: state.tab }
    : state.filters;
}

/** The query of the call that reads this page. */
export function listQuery(state: ListState, spec: ListSpec): Readonly<Record<string, unknown>> {
  const sendAs = spec.tabs?.sendAs;
  const query = sendAs !== undefined && 'query' in sendAs ? { [sendAs.query]: state.tab } : {};
  return {
    page: state.page,
    per_page: state.perPage,
    ...query,
    q: { ...listFilters(state, spec), s: state.sort },
  };
}

/** Whether a filter differs from its initial value. */
export function isNarrowed(state: ListState, spec: ListSpec): boolean {
  const initial = initialFilters(spec.filters);
  return filterNames(spec.filters ?? []).some(
    (name) => (state.filters[name] ?? '') !== (initial[name] ?? ''),
  );
}
