import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

/** What JSON Schema says of the members of a value. */
interface Shape {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly additionalProperties?: unknown;
  readonly items?: Shape | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly allOf?: readonly Shape[] | undefined;
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.unknown().optional(),
    properties: z.record(z.string(), shape).optional(),
    additionalProperties: z.unknown().optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
    oneOf: z.array(shape).optional(),
    allOf: z.array(shape).optional(),
  }),
);

/** A field that no schema names, and the known one whose name is most like its own. Both are paths of names. */
export interface UnknownField {
  readonly path: readonly string[];
  /** Null: no known field has a name that is nearly the same. */
  readonly nearest: readonly string[] | null;
}

interface Known {
  readonly shapes: readonly Shape[];
  /** Every field that a value may have, at any depth. Fields of lists are left out. */
  readonly fields: readonly (readonly string[])[];
}

const read = new WeakMap<z.ZodType, Known>();

function knownBy(schema: z.ZodType): Known {
  const before = read.get(schema);
  if (before !== undefined) return before;
  const shapes = wholeShapes(shape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
  const known = { shapes, fields: shapes.flatMap((one) => fieldsOf(one, [])) };
  read.set(schema, known);
  return known;
}

const fieldsOf = ({ properties = {} }: Shape, path: readonly string[]): readonly (readonly string[])[] =>
  Object.entries(properties).flatMap(([name, inner]) => [
    [...path, name],
    ...wholeShapes(inner).flatMap((one) => fieldsOf(one, [...path, name])),
  ]);

/** The fields of a value that its schema does not name, at any depth. Where any name is allowed, none is unknown. */
export function unknownFields(schema: z.ZodType, value: unknown): readonly UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const { shapes, fields } = knownBy(schema);
  return fewestUnknown(shapes, value, []).map((path) => ({ path, nearest: nearestOf(path, fields) }));
}

type Paths = readonly (readonly string[])[];

/** A value may have one of several shapes: its unknown fields are those of the shape that knows most. */
function fewestUnknown(shapes: readonly Shape[], value: unknown, path: readonly string[]): Paths {
  if (typeof value !== 'object' || value === null) return [];
  const found = shapes.map((one) => unknownInOne(one, value, path));
  const fewest = Math.min(...found.map(({ length }) => length));
  return found.find(({ length }) => length === fewest) ?? [];
}

function unknownInOne(known: Shape, value: object, path: readonly string[]): Paths {
  if (Array.isArray(value)) {
    const items = known.items === undefined ? null : wholeShapes(known.items);
    if (items === null) return [];
    return value.flatMap((entry: unknown, place) => fewestUnknown(items, entry, [...path, String(place)]));
  }
  const { properties = {}, additionalProperties, type } = known;
  const isObject = type === 'object';
  const isOpen = typeof additionalProperties === 'object' || additionalProperties === true;
  return Object.entries(value).flatMap(([name, member]): Paths => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner !== undefined) return fewestUnknown(wholeShapes(inner), member, [...path, name]);
    return isObject && !isOpen ? [[...path, name]] : [];
  });
}

/** The shapes that a value may have: each choice, with what all of them share. */
function wholeShapes({ anyOf, oneOf, allOf = [], ...own }: Shape): readonly Shape[] {
  const choices = (anyOf ?? oneOf)?.flatMap(wholeShapes) ?? [{}];
  return allOf.map(wholeShapes).reduce<readonly Shape[]>(
    (made, parts) => made.flatMap((one) => parts.map((part) => joined(one, part))),
    choices.map((choice) => joined(own, choice)),
  );
}

const joined = (one: Shape, other: Shape): Shape => ({
  type: one.type ?? other.type,
  properties: { ...one.properties, ...other.properties },
  additionalProperties: one.additionalProperties ?? other.additionalProperties,
  items: one.items ?? other.items,
});

/** The known field whose name differs in the fewest letters; null where more than half of them differ. */
function nearestOf(path: readonly string[], fields: Paths): readonly string[] | null {
  const name = path.at(-1)?.toLowerCase() ?? '';
  const [nearest] = fields
    .map((field) => ({ field, other: field.at(-1)?.toLowerCase() ?? '' }))
    .map(({ field, other }) => ({
      field,
      apart: distance(name, other) / Math.max(name.length, other.length, 1),
    }))
    .toSorted((a, b) => a.apart - b.apart);
  return nearest !== undefined && nearest.apart <= 1 / 2 ? nearest.field : null;
}
