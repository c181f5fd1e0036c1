/**
 * The search syntax of `query:` arguments (shopify.md 3.1): terms joined by a space mean AND; OR, NOT and a leading
 * minus; parentheses; `field:value`, `field:a,b`, `field:>=value`; quotes around values that hold colons or spaces.
 */

/** What a record answers for one field: its values, or null where the field is not searchable on it. */
export type SearchFields<T> = Readonly<Record<string, (record: T) => readonly SearchValue[]>>;
export type SearchValue = string | number;

type Test<T> = (record: T) => boolean;
interface Term {
  readonly kind: 'term';
  readonly field: string | null;
  readonly value: string;
}
type Token =
  | Term
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'or' }
  | { readonly kind: 'not' };

/** Compiles a query. A field that is not searchable is ignored, as the vendor does; an empty query matches all. */
export function compileSearch<T>(query: string | null | undefined, fields: SearchFields<T>): Test<T> {
  const tokens = tokenise(query ?? '');
  let at = 0;

  function either(): Test<T> {
    const branches = [all()];
    while (tokens[at]?.kind === 'or') {
      at += 1;
      branches.push(all());
    }
    return branches.length === 1 ? (branches[0] ?? everything) : (record) => branches.some((b) => b(record));
  }

  function all(): Test<T> {
    const parts: Test<T>[] = [];
    for (let token = tokens[at]; token && token.kind !== 'or' && token.kind !== 'close'; token = tokens[at]) {
      parts.push(one());
    }
    return (record) => parts.every((part) => part(record));
  }

  function one(): Test<T> {
    const token = tokens[at];
    at += 1;
    if (!token || token.kind === 'or' || token.kind === 'close') return everything;
    if (token.kind === 'not') {
      const inner = one();
      return (record) => !inner(record);
    }
    if (token.kind === 'open') {
      const inner = either();
      at += 1;
      return inner;
    }
    return term(token.field, token.value, fields);
  }

  const test = either();
  return test;
}

/**
 * The earliest instant (milliseconds) that a query's range over a time field leaves, where that can be said without
 * looking at records: a search over an index can begin there. -Infinity otherwise.
 */
export function earliest(query: string | null | undefined, field: string): number {
  const tokens = tokenise(query ?? '');
  if (tokens.some(({ kind }) => kind !== 'term')) return -Infinity;
  const bounds = tokens.flatMap((token) => {
    if (token.kind !== 'term' || token.field !== field) return [];
    const bound = /^>=?(.*)$/s.exec(token.value)?.[1]?.replace(/^(['"])(.*)\1$/s, '$2');
    return bound !== undefined && isDate(bound) ? [Date.parse(bound)] : [];
  });
  return Math.max(-Infinity, ...bounds);
}

function everything(): boolean {
  return true;
}

function term<T>(field: string | null, value: string, fields: SearchFields<T>): Test<T> {
  const read = fields[field ?? 'default'];
  if (!read || value === '') return everything;
  if (field === null) {
    const wanted = value.toLowerCase();
    return (record) => read(record).some((have) => String(have).toLowerCase().includes(wanted));
  }
  const range = /^(>=|<=|>|<)(.*)$/s.exec(value);
  if (range) {
    const [, operator = '', bound = ''] = range;
    const limit = bound.replace(/^(['"])(.*)\1$/s, '$2');
    return (record) => read(record).some((have) => holds(compare(have, limit), operator));
  }
  const wanted = value.split(',').map((part) => part.trim().toLowerCase());
  return (record) => read(record).some((have) => wanted.some((text) => matches(have, text)));
}

function matches(have: SearchValue, wanted: string): boolean {
  if (wanted === '*') return true;
  const text = String(have).toLowerCase();
  if (wanted.endsWith('*')) return text.startsWith(wanted.slice(0, -1));
  return text === wanted || (isDate(wanted) && compare(have, wanted) === 0);
}

function holds(order: number, operator: string): boolean {
  if (Number.isNaN(order)) return false;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<') return order < 0;
  return order <= 0;
}

/** Numbers by size, times by instant, everything else by its letters. */
function compare(have: SearchValue, wanted: string): number {
  if (typeof have === 'number') return have - Number(wanted);
  if (isDate(have) && isDate(wanted)) return Date.parse(have) - Date.parse(wanted);
  return have < wanted ? -1 : have > wanted ? 1 : 0;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}

function tokenise(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < query.length) {
    const rest = query.slice(at);
    const space = /^\s+/.exec(rest);
    if (space) {
      at += space[0].length;
      continue;
    }
    const word = /^(OR|AND|NOT)(?=[\s(]|$)/.exec(rest);
    if (word) {
      if (word[0] === 'OR') tokens.push({ kind: 'or' });
      if (word[0] === 'NOT') tokens.push({ kind: 'not' });
      at += word[0].length;
      continue;
    }
    const first = query[at];
    if (first === '(' || first === ')' || (first === '-' && rest.length > 1)) {
      tokens.push({ kind: first === '(' ? 'open' : first === ')' ? 'close' : 'not' });
      at += 1;
      continue;
    }
    const [token, length] = readTerm(rest);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function readTerm(text: string): [Token, number] {
  const field = /^([A-Za-z_][\w.]*):/.exec(text);
  const from = field ? field[0].length : 0;
  const value =
    /^(?:>=|<=|>|<)?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s()]*)/.exec(text.slice(from))?.[0] ?? '';
  const length = Math.max(1, from + value.length);
  return [{ kind: 'term', field: field?.[1] ?? null, value: unquote(value) }, length];
}

function unquote(value: string): string {
  const quoted = /^(>=|<=|>|<)?(['"])(.*)\2$/s.exec(value);
  if (!quoted) return value;
  return (quoted[1] ?? '') + (quoted[3] ?? '').replace(/\\(.)/g, '$1');
}
