import { z } from 'zod';
import { isTextStep, textSteps, type TextStep } from './text-patch.rules.ts';

/** Where a value is in an answer: names and indexes apart by '/', `*` for each element; '' is the whole. */
const path = z.string().regex(/^(\/[^/]+)*$/, 'a path begins with a slash, and has none at its end');

/** One change of an answer: of its JSON value, or of its text. */
export const patchStep = z.discriminatedUnion('op', [
  ...textSteps,
  z.strictObject({ op: z.literal('remove'), path }),
  /** Adds the value where there is none. */
  z.strictObject({ op: z.literal('set'), path, value: z.json() }),
  /** A value becomes another, where it is this one. */
  z.strictObject({ op: z.literal('change'), path, from: z.json(), to: z.json() }),
  /** A key is called otherwise. */
  z.strictObject({ op: z.literal('rename'), path, to: z.string().min(1) }),
  /** A number becomes its text, and the other way round. */
  z.strictObject({ op: z.literal('as_text'), path }),
  z.strictObject({ op: z.literal('as_number'), path }),
  /** An element of a list comes twice. */
  z.strictObject({ op: z.literal('repeat'), path }),
  /** A list without its elements from this index on. */
  z.strictObject({ op: z.literal('cut'), path, from: z.int().min(0) }),
]);
export type PatchStep = z.infer<typeof patchStep>;

export type Json = z.infer<ReturnType<typeof z.json>>;
type Box = Json[] | Record<string, Json>;

/** A place in a value: its holder, and its name or index there. */
interface Place {
  readonly holder: Box;
  readonly name: string;
}

/** The places that a path names. A last name that is not there is a place as well, so that it can be added. */
export function placesAt(root: Box, at: string): readonly Place[] {
  const names = at.split('/').slice(1);
  let places: Place[] = [{ holder: { root }, name: 'root' }];
  for (const name of names) {
    places = places.flatMap(({ holder, name: inside }) => {
      const value = valueOf(holder, inside);
      if (!isBox(value)) return [];
      const all = Array.isArray(value) ? value.map((_, index) => String(index)) : Object.keys(value);
      return (name === '*' ? all : [name]).map((each) => ({ holder: value, name: each }));
    });
  }
  return places;
}

export function valueOf(holder: Box, name: string): Json | undefined {
  return Array.isArray(holder) ? holder[Number(name)] : holder[name];
}

export const isBox = (value: Json | undefined): value is Box => typeof value === 'object' && value !== null;

/**
 * Changes a value in place; steps of its text change nothing.
 * @returns how many places the steps have changed
 */
export function applyPatch(root: Box, steps: readonly PatchStep[]): number {
  let changed = 0;
  for (const step of steps) {
    if (isTextStep(step)) continue;
    // From the end, so that indexes stay what they are.
    for (const place of placesAt(root, step.path).toReversed()) if (applyStep(place, step)) changed += 1;
  }
  return changed;
}

function applyStep({ holder, name }: Place, step: Exclude<PatchStep, TextStep>): boolean {
  const before = valueOf(holder, name);
  switch (step.op) {
    case 'remove':
      return before !== undefined && remove(holder, name);
    case 'set':
      if (JSON.stringify(before) === JSON.stringify(step.value)) return false;
      return put(holder, name, structuredClone(step.value));
    case 'change':
      if (JSON.stringify(before) !== JSON.stringify(step.from)) return false;
      return put(holder, name, structuredClone(step.to));
    case 'rename':
      if (Array.isArray(holder) || before === undefined) return false;
      return put(holder, step.to, before) && remove(holder, name);
    case 'as_text':
      return typeof before === 'number' && put(holder, name, String(before));
    case 'as_number':
      return typeof before === 'string' && before !== '' && put(holder, name, Number(before));
    case 'repeat':
      if (!Array.isArray(holder) || before === undefined) return false;
      holder.splice(Number(name), 0, structuredClone(before));
      return true;
    case 'cut':
      if (!Array.isArray(before) || before.length <= step.from) return false;
      before.length = step.from;
      return true;
  }
}

function put(holder: Box, name: string, value: Json): boolean {
  if (Array.isArray(holder)) holder[Number(name)] = value;
  else holder[name] = value;
  return true;
}

function remove(holder: Box, name: string): boolean {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
  return true;
}
