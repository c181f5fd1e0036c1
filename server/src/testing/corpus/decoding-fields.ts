import { readdirSync } from 'node:fs';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

/** A field without which a connector does not read what has it. */
export interface CompulsoryField {
  /** The schema that is exported, and the names that lead to the field. */
  readonly path: string;
  readonly name: string;
}

const connectors = new URL('../../../../connectors/src/', import.meta.url);

/** The fields that a channel's decoding makes compulsory. What a list leaves out where it cannot be read is not among them. */
export async function compulsoryFields(channel: ChannelKind): Promise<readonly CompulsoryField[]> {
  const folder = new URL(`${channel}/`, connectors);
  const found = new Map<string, CompulsoryField>();
  for (const file of readdirSync(folder).filter((name) => /^wire[a-z-]*\.ts$/.test(name))) {
    const exported: unknown = await import(new URL(file, folder).pathname);
    for (const [name, value] of Object.entries(
      z.record(z.string(), z.unknown()).parse({ ...Object(exported) }),
    )) {
      if (value instanceof z.ZodType) collect(value, name, found, new Set());
    }
  }
  return [...found.values()];
}

function collect(
  schema: z.core.$ZodType,
  at: string,
  found: Map<string, CompulsoryField>,
  seen: Set<z.core.$ZodType>,
): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, inner] of innerOf(schema)) {
    const path = name === null ? at : `${at}.${name}`;
    if (name !== null && !z.safeParse(inner, undefined).success) found.set(path, { path, name });
    collect(inner, path, found, seen);
  }
}

/** What a schema is made of; with a name where it is a field. */
function innerOf(schema: z.core.$ZodType): (readonly [string | null, z.core.$ZodType])[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape);
  if (schema instanceof z.ZodArray) return [[null, schema.element]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => [null, option] as const);
  if (schema instanceof z.ZodPipe) {
    return [
      [null, schema.in],
      [null, schema.out],
    ];
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodDefault
  ) {
    return [[null, schema.unwrap()]];
  }
  return [];
}
