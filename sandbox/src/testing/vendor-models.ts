import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly additionalProperties?: Schema | boolean | undefined;
  readonly items?: Schema | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maxLength?: number | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    items: schema.optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minimum: z.number().optional(),
    maxLength: z.number().optional(),
  }),
);
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
  maxItems: z.number().optional(),
  schema: schema.optional(),
});
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter),
  responses: z.record(z.string(), z.object({ schema: schema.optional() })),
});
const model = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  definitions: z.record(z.string(), schema),
});
type Model = z.infer<typeof model>;
type Operation = z.infer<typeof operation>;

/** One call of an API with its answer. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly sent: unknown;
  readonly status: number;
  readonly body: unknown;
}

/** Amazon's own models, from the folder that EVENSTOCK_SCHEMAS names. Null if it is absent. */
export function vendorModels(): VendorModels | null {
  const named = process.env['EVENSTOCK_SCHEMAS'];
  const folder = named === undefined ? '' : join(named, 'amazon-models');
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new VendorModels(
    files.map((name) => model.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))),
  );
}

/** Checks requests and answers against Swagger 2.0 models, and treats a field that no model has as a fault too. */
export class VendorModels {
  readonly #models: readonly Model[];

  constructor(models: readonly Model[]) {
    this.#models = models;
  }

  /** The operationId of an address; null if there is none. */
  nameOf(method: string, path: string): string | null {
    return this.#operation(method, path)?.[1].operationId ?? null;
  }

  /** Lists the faults, such as `getOrder: answer.order.orderId: is needed`; empty if there are none. */
  faults(exchange: Exchange): string[] {
    const found = this.#operation(exchange.method, exchange.url.pathname);
    if (found === null) return [`${exchange.method} ${exchange.url.pathname}: no such operation`];
    const [owner, one] = found;
    const query = queryFaults(one, exchange.url.searchParams);
    const wanted = one.parameters.find((each) => each.in === 'body')?.schema;
    // A request that the vendor rejects may be wrong.
    const sent =
      exchange.status >= 300 || wanted === undefined ? [] : faultsOf(owner, wanted, exchange.sent, 'request');
    const response = one.responses[String(exchange.status)];
    const answer =
      response === undefined
        ? [`answer: the status ${String(exchange.status)} is none of it`]
        : response.schema === undefined
          ? []
          : faultsOf(owner, response.schema, exchange.body, 'answer');
    return [...(exchange.status >= 300 ? [] : query), ...sent, ...answer].map(
      (fault) => `${one.operationId}: ${fault}`,
    );
  }

  #operation(method: string, pathname: string): [Model, Operation] | null {
    for (const owner of this.#models)
      for (const [path, methods] of Object.entries(owner.paths)) {
        const form = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
        const one = methods[method.toLowerCase()];
        if (one !== undefined && form.test(pathname)) return [owner, operation.parse(one)];
      }
    return null;
  }
}

function queryFaults(one: Operation, query: URLSearchParams): string[] {
  const known = one.parameters.filter((each) => each.in === 'query');
  const missing = known.filter(({ name, required }) => required === true && !query.has(name));
  const invalid = [...query].flatMap(([name, value]) => {
    const found = known.find((each) => each.name === name);
    if (found === undefined) return [`query.${name}: no such parameter`];
    const allowed = found.enum ?? found.items?.enum;
    const values = found.items === undefined ? [value] : value.split(',');
    return values
      .filter((each) => allowed?.includes(each) === false)
      .map((each) => `query.${name}: ${each} is none of its values`);
  });
  return [...missing.map(({ name }) => `query.${name}: is needed`), ...invalid];
}

function faultsOf(owner: Model, wanted: Schema, value: unknown, at: string): string[] {
  if (wanted.$ref !== undefined) {
    const named = owner.definitions[wanted.$ref.replace('#/definitions/', '')];
    return named === undefined ? [`${at}: ${wanted.$ref} is not defined`] : faultsOf(owner, named, value, at);
  }
  if (wanted.enum?.includes(value) === false) return [`${at}: ${String(value)} is none of its values`];
  switch (wanted.type) {
    case 'string':
      return textFaults(wanted, value, at);
    case 'integer':
      return Number.isInteger(value) && Number(value) >= (wanted.minimum ?? -Infinity)
        ? []
        : [`${at}: is no such whole number`];
    case 'number':
      return typeof value === 'number' ? [] : [`${at}: is no number`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at}: is no boolean`];
    case 'array':
      return listFaults(owner, wanted, value, at);
    default:
      return objectFaults(owner, wanted, value, at);
  }
}

function textFaults(wanted: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'string') return [`${at}: is no text`];
  if (value.length > (wanted.maxLength ?? Infinity)) return [`${at}: is too long`];
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value);
  return wanted.format === 'date-time' && !isTime ? [`${at}: ${value} is no instant`] : [];
}

function listFaults(owner: Model, wanted: Schema, value: unknown, at: string): string[] {
  if (!Array.isArray(value)) return [`${at}: is no list`];
  const members: unknown[] = value;
  if (members.length < (wanted.minItems ?? 0) || members.length > (wanted.maxItems ?? Infinity))
    return [`${at}: has ${String(members.length)} members`];
  const { items } = wanted;
  return items === undefined
    ? []
    : members.flatMap((member, index) => faultsOf(owner, items, member, `${at}.${String(index)}`));
}

function objectFaults(owner: Model, wanted: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: is no object`];
  const missing = (wanted.required ?? []).filter((name) => !(name in value));
  const inside = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = wanted.properties?.[name];
    if (known !== undefined) return faultsOf(owner, known, member, `${at}.${name}`);
    const { additionalProperties } = wanted;
    if (typeof additionalProperties === 'object')
      return faultsOf(owner, additionalProperties, member, `${at}.${name}`);
    return additionalProperties === true || wanted.properties === undefined
      ? []
      : [`${at}.${name}: no such field`];
  });
  return [...missing.map((name) => `${at}.${name}: is needed`), ...inside];
}
