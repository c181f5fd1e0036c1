import {
  executeSync,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  parse,
  validate,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { z } from 'zod';
import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import type { Bucket } from './bucket.ts';
import { actualCost, requestedCost, type CostQuestion } from './cost.ts';
import { schema } from './schema/schema.ts';

const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** A document that is sound, with its operation and the variables as they were sent. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

const dearestQuery = 1_000;
const limitsPage = 'https://shopify.dev/api/usage/rate-limits';

/** Reads a GraphQL request: JSON, or the bare document as `application/graphql`. Null if it is neither. */
export function readRequest(request: SandboxRequest): z.infer<typeof requestBody> | null {
  const body = Buffer.from(request.body).toString('utf8');
  if ((request.headers['content-type'] ?? '').includes('application/graphql')) return { query: body };
  try {
    return requestBody.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The fields that an operation asks for at the root: what a call is named by. */
export function rootFields(request: SandboxRequest): { names: string[]; isMutation: boolean } {
  const read = readRequest(request);
  const document = read === null ? null : check(read.query).document;
  const operation = document && getOperationAST(document, read?.operationName);
  if (!operation) return { names: [], isMutation: false };
  const names = operation.selectionSet.selections.flatMap((field) =>
    field.kind === Kind.FIELD ? [field.name.value] : [],
  );
  return { names, isMutation: operation.operation === OperationTypeNode.MUTATION };
}

/** Answers one request as the Admin API does: validated first, then priced, then executed. HTTP 200 in all these cases. */
export function answerGraphql(
  request: SandboxRequest,
  bucket: Bucket,
  roots: { readonly query: object; readonly mutation: object },
): SandboxReply {
  const read = readRequest(request);
  if (read === null) return jsonReply(400, { errors: { query: 'Required parameter missing or invalid' } });
  const prepared = prepare(read);
  if (!('document' in prepared)) return jsonReply(200, { errors: prepared });

  const question: CostQuestion = { schema, ...prepared };
  const requested = requestedCost(question);
  const cost = (actual: number | null) => ({
    cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: bucket.status },
  });
  if (requested > dearestQuery) {
    const message = `Query cost is ${String(requested)}, which exceeds the single query max cost limit (${String(dearestQuery)}).`;
    const extensions = {
      code: 'MAX_COST_EXCEEDED',
      cost: requested,
      maxCost: dearestQuery,
      documentation: limitsPage,
    };
    return jsonReply(200, { errors: [{ message, extensions }], extensions: cost(null) });
  }
  if (!bucket.take(requested)) return throttledReply(bucket, requested);

  const result = executeSync({
    schema,
    document: prepared.document,
    operationName: prepared.operation.name?.value ?? null,
    variableValues: prepared.variables,
    rootValue: prepared.operation.operation === OperationTypeNode.MUTATION ? roots.mutation : roots.query,
  });
  const actual = actualCost(question, result.data);
  bucket.giveBack(Math.max(0, requested - actual));
  const errors = result.errors?.map((error) => ({
    ...error.toJSON(),
    extensions: { code: 'INTERNAL_SERVER_ERROR', ...error.extensions },
  }));
  return jsonReply(200, {
    data: result.data,
    ...(errors === undefined ? {} : { errors }),
    extensions: cost(actual),
  });
}

/** The vendor's answer to a query that the bucket does not hold: HTTP 200. */
export function throttledReply(bucket: Bucket, requested: number): SandboxReply {
  return jsonReply(200, {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: limitsPage } }],
    extensions: {
      cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: bucket.status },
    },
  });
}

/** A document as it was parsed and checked; clients send the same few over and over. */
interface Checked {
  readonly document: DocumentNode | null;
  readonly faults: readonly object[];
}
const checkedDocuments = new Map<string, Checked>();
const documentsKept = 200;

function check(text: string): Checked {
  const known = checkedDocuments.get(text);
  if (known !== undefined) return known;
  if (checkedDocuments.size >= documentsKept) checkedDocuments.clear();
  const checked = checkAnew(text);
  checkedDocuments.set(text, checked);
  return checked;
}

function checkAnew(text: string): Checked {
  try {
    const document = parse(text);
    const faults = validate(schema, document).map(({ message, locations }) => ({
      message,
      locations,
      extensions: { code: staticCode(message) },
    }));
    return { document, faults };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { document: null, faults: [{ message: error.message, locations: error.locations }] };
  }
}

/** A sound document, or the errors of the static checks. */
function prepare(read: z.infer<typeof requestBody>): Prepared | readonly object[] {
  const { document, faults } = check(read.query);
  if (document === null || faults.length > 0) return faults;
  const operation = getOperationAST(document, read.operationName);
  if (!operation)
    return [{ message: 'An operation name is required', extensions: { code: 'missingOperation' } }];
  const variables = read.variables ?? {};
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return errors === undefined
    ? { document, operation, variables }
    : errors.map((error) => invalidVariable(error, operation, variables));
}

/** The vendor's code for a fault that a static check finds. */
function staticCode(message: string): string {
  if (/^Cannot query field|^Unknown type/.test(message)) return 'undefinedField';
  if (/is required, but it was not provided/.test(message)) return 'missingRequiredArguments';
  return 'argumentLiteralsIncompatible';
}

/** `INVALID_VARIABLE` with the place and the explanation of what is wrong. */
function invalidVariable(
  error: GraphQLError,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): object {
  const name = /^Variable "\$(\w+)"/.exec(error.message)?.[1] ?? '';
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  const type = definition?.type.loc
    ? definition.type.loc.source.body.slice(definition.type.loc.start, definition.type.loc.end)
    : '';
  const undefinedField = /Field "(\w+)" is not defined by type "(\w+)"/.exec(error.message);
  const at =
    /at "([^"]+)"/
      .exec(error.message)?.[1]
      ?.split(/[.[\]]+/)
      .slice(1)
      .filter(Boolean) ?? [];
  const path = undefinedField ? [...at, undefinedField[1] ?? ''] : at;
  const explanation = undefinedField
    ? `Field is not defined on ${undefinedField[2] ?? ''}`
    : (error.message.split('; ').at(-1) ?? error.message);
  return {
    message: `Variable $${name} of type ${type} was provided invalid value${path.length === 0 ? '' : ` for ${path.join('.')}`} (${explanation})`,
    locations: error.locations,
    extensions: {
      code: 'INVALID_VARIABLE',
      value: variables[name] ?? null,
      problems: [{ path, explanation }],
    },
  };
}
