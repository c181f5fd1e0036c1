import { pageSize } from '@evenstock/contract/fields';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** One way to narrow a list. `name` is the filter's name in the call (`q[name]=`) and in the address. */
export type Filter =
  /** The box that is always there, debounced. At most one per list. */
  | { readonly kind: 'search'; readonly name: string; readonly label: string }
  /** A pill that opens a text field. */
  | { readonly kind: 'text'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly options: readonly ChoiceOption[];
    }
  /** A pill that is on or off. */
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  /** Days from `from` to `to` (`YYYY-MM-DD`), both names of filters; `initial` applies until another range is chosen. */
  | {
      readonly kind: 'days';
      readonly from: string;
      readonly to: string;
      readonly label: string;
      readonly initial?: { readonly from: string; readonly to?: string };
      /** Days before it cannot be chosen. */
      readonly earliest?: string;
    };

export interface TabOption {
  readonly key: string;
  readonly label: string;
  /** How many rows it has, where that is known beforehand. */
  readonly count?: number | undefined;
  /** It is chosen from a menu, beneath this heading, and is a tab only while it is open. */
  readonly group?: string;
  /** A field that only this tab sorts by: another one begins with its usual sort. */
  readonly ownSort?: string;
}

export interface Tabs {
  readonly options: readonly TabOption[];
  readonly initial: string;
  /** Its name in the address; `tab` unless given. */
  readonly name?: string;
  /** Where the call takes the tab: `scope`, or the name of a filter. */
  readonly sendAs: { readonly query: string } | { readonly filter: string };
}

export interface ListSpec {
  readonly filters?: readonly Filter[];
  readonly tabs?: Tabs;
  /** Sort while none is chosen, e.g. `created_at asc`. */
  readonly sort: string;
  readonly perPage?: number;
}

/** What the address says about a list. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly tab: string | null;
  /** Filters in force, initial ones included. */
  readonly filters: Readonly<Record<string, string>>;
}

export type ListChange = Partial<ListState>;

function filterNames(filters: readonly Filter[]): readonly string[] {
  return filters.flatMap((filter) => (filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]));
}

const tabName = (spec: ListSpec): string => spec.tabs?.name ?? 'tab';

/** Filters in force while the address names none. */
export function initialFilters(filters: readonly Filter[] = []): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const filter of filters) {
    if (filter.kind !== 'days' || filter.initial === undefined) continue;
    values[filter.from] = filter.initial.from;
    if (filter.initial.to !== undefined) values[filter.to] = filter.initial.to;
  }
  return values;
}

/** Reads a list's state from the address. What makes no sense there counts as absent. */
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

/** The address after a change. What equals the default is left out; parameters that are not the list's stay. */
export function writeListState(search: URLSearchParams, spec: ListSpec, change: ListChange): URLSearchParams {
  const before = readListState(search, spec);
  const turned = change.tab !== undefined && change.tab !== before.tab;
  // Another tab starts afresh; any other change but the page's own goes back to the first page.
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

/** What the address says about a list, without the page: what a view of it keeps. */
export function listAddress(state: ListState, spec: ListSpec): string {
  return writeListState(new URLSearchParams(), spec, { ...state, page: 1 }).toString();
}

/** The filters that the call is sent, the tab's among them where it is one. */
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

/** Whether a filter differs from what it is at the start. */
export function isNarrowed(state: ListState, spec: ListSpec): boolean {
  const initial = initialFilters(spec.filters);
  return filterNames(spec.filters ?? []).some(
    (name) => (state.filters[name] ?? '') !== (initial[name] ?? ''),
  );
}
