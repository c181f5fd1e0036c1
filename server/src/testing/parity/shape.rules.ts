import type { z } from 'zod';

type Json = z.infer<ReturnType<typeof z.json>>;

/** What is at one path of all answers to a call: types, forms of texts, and values of enumerations. No other value is kept. */
interface Place {
  readonly kinds: Set<string>;
  readonly words: Set<string>;
}
export type Shape = Map<string, Place>;

export interface Difference {
  readonly path: string;
  /** What is there: types, or values of an enumeration; null: nothing. */
  readonly real: string | null;
  readonly simulator: string | null;
}

/** Adds what an answer is made of to what earlier answers to the same call were made of. */
export function addShape(shape: Shape, value: Json, path = '$'): void {
  const place = shape.get(path) ?? { kinds: new Set<string>(), words: new Set<string>() };
  shape.set(path, place);
  place.kinds.add(kindOf(value));
  if (typeof value === 'string' && isEnumeration(path, value)) place.words.add(value);
  if (Array.isArray(value)) for (const each of value) addShape(shape, each, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      addShape(shape, each, `${path}.${dictionary.test(path) ? '{}' : nameOf(name)}`);
}

/** What a seller names itself. */
const dictionary = /\.(?:saleProp|variation)$/;

/** A name that is an id, or a person's word, is not shown. */
const nameOf = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(name) ? name : '{}');

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  if (value === '') return 'blank text';
  if (/^[-+]?\d+$/.test(value)) return 'digits';
  if (/^[-+]?\d[\d,]*\.\d+$/.test(value)) return 'decimal text';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return 'time text';
  return 'text';
}

/** Names of fields that hold a value of an enumeration, where no person is in the path. */
const enumerated = /(?:status|state|type|kind|currency|currencyCode|flag|stage|channel|mode)$/i;
const personal = /address|recipient|receiver|buyer|customer|sender|consignee|user|person|name/i;
const isEnumeration = (path: string, value: string): boolean =>
  enumerated.test(path) && !personal.test(path) && /^[A-Z][A-Z0-9_]{1,39}$/.test(value);

const shown = (words: Iterable<string>): string => [...words].toSorted().join(' | ');

/**
 * How two shapes differ: where something is on one side alone, its outermost place; where both have it, its types, and values of an
 * enumeration that only the real one says. A list that is empty on one side says nothing of its elements.
 */
export function differencesOf(real: Shape, simulator: Shape): Difference[] {
  const found: Difference[] = [];
  for (const path of [...new Set([...real.keys(), ...simulator.keys()])].toSorted()) {
    const [here, there] = [real.get(path), simulator.get(path)];
    if (here === undefined || there === undefined) {
      const outer = parentOf(path);
      const isOutermost = outer === null || (real.has(outer) && simulator.has(outer));
      if (isOutermost && !path.endsWith('[]'))
        found.push({
          path,
          real: here === undefined ? null : shown(here.kinds),
          simulator: there === undefined ? null : shown(there.kinds),
        });
      continue;
    }
    const [kinds, simulated] = [shown(here.kinds), shown(there.kinds)];
    if (kinds !== simulated) found.push({ path, real: kinds, simulator: simulated });
    const unsaid = [...here.words].filter((word) => !there.words.has(word));
    if (unsaid.length > 0) found.push({ path, real: shown(unsaid), simulator: shown(there.words) });
  }
  return found;
}

function parentOf(path: string): string | null {
  if (path === '$') return null;
  return path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, path.lastIndexOf('.'));
}
