import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ChannelRequest } from '../kit/http.ts';

/**
 * Holds requests and replies against the vendor's models (Swagger 2), which are not copied into the repository: they lie in
 * `amazon-models`, in the folder that EVENSTOCK_SCHEMAS names.
 */

interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly additionalProperties?: unknown;
  readonly items?: Schema | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    additionalProperties: z.unknown().optional(),
    items: schema.optional(),
    allOf: z.array(schema).optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
);

const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'body', 'header']),
  required: z.boolean().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  items: schema.optional(),
  maxItems: z.number().optional(),
  maximum: z.number().optional(),
  schema: schema.optional(),
});

const example = z.object({
  request: z.object({ parameters: z.record(z.string(), z.unknown()) }).optional(),
  response: z.unknown().optional(),
});

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  responses: z.record(
    z.string(),
    z.object({
      schema: schema.optional(),
      examples: z.record(z.string(), z.unknown()).optional(),
      'x-amzn-api-sandbox': z.object({ static: z.array(example).default([]) }).optional(),
    }),
  ),
});

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const model = z.object({
  definitions: z.record(z.string(), schema),
  paths: z.record(
    z.string(),
    z.object(Object.fromEntries(methods.map((name) => [name, operation.optional()]))),
  ),
});
type Definitions = z.output<typeof model>['definitions'];

export interface VendorOperation {
  readonly id: string;
  /** What is wrong with a request, by the model; empty where nothing is. */
  requestProblems(request: ChannelRequest): string[];
  replyProblems(status: number, body: unknown): string[];
  /** Answers that the vendor publishes with the model, by status. */
  readonly published: readonly { readonly status: number; readonly body: unknown }[];
}

export interface VendorModels {
  /** The operation that a request is for; undefined where no model has it. */
  operationOf(request: Pick<ChannelRequest, 'method' | 'url'>): VendorOperation | undefined;
  named(id: string): VendorOperation | undefined;
}

/** The models of these files; null where they are not installed. */
export function vendorModels(files: readonly string[]): VendorModels | null {
  const folder = path.join(process.env['EVENSTOCK_SCHEMAS'] ?? '', 'amazon-models');
  const paths = files.map((file) => path.join(folder, file));
  if (process.env['EVENSTOCK_SCHEMAS'] === undefined || !paths.every((file) => existsSync(file))) return null;
  const known = paths.flatMap((file) => {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return operationsOf(value);
  });
  return {
    operationOf: ({ method, url }) =>
      known.find((each) => each.method === method.toLowerCase() && each.matches(new URL(url).pathname))
        ?.operation,
    named: (id) => known.find(({ operation: { id: name } }) => name === id)?.operation,
  };
}

function operationsOf(value: unknown) {
  const { definitions, paths } = model.parse(value);
  return Object.entries(paths).flatMap(([template, byMethod]) =>
    methods.flatMap((method) => {
      const found = byMethod[method];
      if (found === undefined) return [];
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
      return [
        {
          method,
          matches: (pathname: string) => pattern.test(pathname),
          operation: readable(found, definitions),
        },
      ];
    }),
  );
}

function readable(raw: z.output<typeof operation>, definitions: Definitions): VendorOperation {
  return {
    id: raw.operationId,
    requestProblems: (request) => [
      ...queryProblems(raw, definitions, request),
      ...bodyProblems(raw, definitions, request),
    ],
    replyProblems(status, body) {
      const answer = raw.responses[String(status)];
      if (answer === undefined) return [`${String(status)} is no answer of ${raw.operationId}`];
      return answer.schema === undefined ? [] : problems(answer.schema, definitions, body, 'reply', false);
    },
    published: Object.entries(raw.responses).flatMap(([status, answer]) => [
      // By media type; one model gives the field's value instead, under the field's name.
      ...Object.entries(answer.examples ?? {}).map(([key, body]) => ({
        status: Number(status),
        body: key.includes('/') ? body : { [key]: body },
      })),
      ...(answer['x-amzn-api-sandbox']?.static ?? []).map(({ response }) => ({
        status: Number(status),
        body: response,
      })),
    ]),
  };
}

function queryProblems(
  { parameters }: z.output<typeof operation>,
  definitions: Definitions,
  request: ChannelRequest,
): string[] {
  const given = new URL(request.url).search.slice(1).split('&').filter(Boolean);
  const values = new Map(
    given.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value] as const;
    }),
  );
  const wanted = parameters.filter((each) => each.in === 'query');
  const unknown = [...values.keys()].filter((name) => !wanted.some((each) => each.name === name));
  return [
    ...unknown.map((name) => `query: ${name} is no parameter`),
    ...wanted.flatMap(({ required, ...each }) => {
      const text = values.get(each.name);
      if (text === undefined) return required === true ? [`query: ${each.name} is missing`] : [];
      return problems(each, definitions, valueOf(each, text), `query.${each.name}`, true);
    }),
  ];
}

/** Text of a query as the type that the model gives it; a list is split at its commas, then each is decoded. */
function valueOf({ type }: Schema, text: string): unknown {
  if (type === 'array') return text.split(',').map((each) => decodeURIComponent(each));
  const decoded = decodeURIComponent(text);
  if (type === 'integer' || type === 'number') return Number(decoded);
  return type === 'boolean' ? decoded === 'true' : decoded;
}

function bodyProblems(
  { parameters }: z.output<typeof operation>,
  definitions: Definitions,
  request: ChannelRequest,
): string[] {
  const wanted = parameters.find((each) => each.in === 'body');
  const sent: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
  if (wanted?.schema === undefined) return sent === undefined ? [] : ['body: none is taken'];
  if (sent === undefined) return wanted.required === true ? ['body: is missing'] : [];
  return problems(wanted.schema, definitions, sent, 'body', true);
}

/** Where a value does not follow a schema. `closed`: a property that the schema does not name is wrong, too. */
function problems(
  { $ref, ...own }: Schema,
  definitions: Definitions,
  value: unknown,
  at: string,
  closed: boolean,
): string[] {
  if ($ref !== undefined) {
    const named = definitions[$ref.replace('#/definitions/', '')];
    return named === undefined
      ? [`${at}: ${$ref} is not in the model`]
      : problems(named, definitions, value, at, closed);
  }
  const inner = (own.allOf ?? []).flatMap((part) => problems(part, definitions, value, at, false));
  return [...inner, ...ownProblems(own, definitions, value, at, closed)];
}

function ownProblems(
  own: Schema,
  definitions: Definitions,
  value: unknown,
  at: string,
  closed: boolean,
): string[] {
  if (own.enum?.includes(value) === false) return [`${at}: ${JSON.stringify(value)} is not one of its words`];
  switch (own.type) {
    case 'object':
      return objectProblems(own, definitions, value, at, closed);
    case 'array':
      return listProblems(own, definitions, value, at, closed);
    case 'string':
      return textProblems(own, value, at);
    case 'integer':
    case 'number':
      return numberProblems(own, value, at);
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at}: is no yes or no`];
    default:
      return own.properties === undefined ? [] : objectProblems(own, definitions, value, at, closed);
  }
}

function objectProblems(
  own: Schema,
  definitions: Definitions,
  value: unknown,
  at: string,
  closed: boolean,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: is no object`];
  const fields = new Map<string, unknown>(Object.entries(value));
  const properties = new Map(Object.entries(own.properties ?? {}));
  const isOpen = !closed || (own.additionalProperties ?? false) !== false || properties.size === 0;
  return [
    ...(own.required ?? []).filter((name) => !fields.has(name)).map((name) => `${at}: ${name} is missing`),
    ...[...fields].flatMap(([name, inner]) => {
      const wanted = properties.get(name);
      if (wanted !== undefined) return problems(wanted, definitions, inner, `${at}.${name}`, closed);
      return isOpen ? [] : [`${at}: ${name} is not in the model`];
    }),
  ];
}

function listProblems(
  { items, minItems = 0, maxItems = Infinity }: Schema,
  definitions: Definitions,
  value: unknown,
  at: string,
  closed: boolean,
): string[] {
  if (!Array.isArray(value)) return [`${at}: is no list`];
  const size =
    value.length < minItems || value.length > maxItems ? [`${at}: holds ${String(value.length)}`] : [];
  const each: readonly unknown[] = value;
  return items === undefined
    ? size
    : [
        ...size,
        ...each.flatMap((one, index) => problems(items, definitions, one, `${at}[${String(index)}]`, closed)),
      ];
}

function textProblems({ format, pattern }: Schema, value: unknown, at: string): string[] {
  if (typeof value !== 'string') return [`${at}: is no text`];
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return [`${at}: does not match ${pattern}`];
  const isDated = format !== 'date-time' || z.iso.datetime({ offset: true }).safeParse(value).success;
  return isDated ? [] : [`${at}: ${value} is no instant`];
}

function numberProblems(
  { type, minimum = -Infinity, maximum = Infinity }: Schema,
  value: unknown,
  at: string,
): string[] {
  if (typeof value !== 'number' || Number.isNaN(value)) return [`${at}: is no number`];
  if (type === 'integer' && !Number.isInteger(value)) return [`${at}: is no whole number`];
  return value < minimum || value > maximum ? [`${at}: ${String(value)} is out of bounds`] : [];
}
