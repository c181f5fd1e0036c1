import {
  executeSync,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLNamedType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { schema } from './schema/schema.ts';

const mostConnections = 5;
const deepest = 2;
const mostPerPage = 250;

/** Why a document cannot be run in bulk (shopify.md 3.3), or null if it can. */
export function whyNotBulk(text: string): string | null {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
  const fault = validate(schema, document)[0];
  if (fault !== undefined) return `Invalid bulk query: ${fault.message}`;
  const found = connectionsOf(document);
  if (found.problem !== null) return found.problem;
  if (found.count === 0) return 'Bulk queries must contain at least one connection.';
  if (found.count > mostConnections) return 'Bulk queries cannot contain more than 5 connections.';
  if (found.depth > deepest)
    return 'Bulk queries cannot contain connections with a nesting depth greater than 2.';
  return null;
}

interface Connections {
  count: number;
  depth: number;
  problem: string | null;
}

function connectionsOf(document: DocumentNode): Connections {
  const found: Connections = { count: 0, depth: 0, problem: null };
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.operation !== OperationTypeNode.QUERY)
      note(found, 'Bulk queries must be query operations.');
    for (const name of ['node', 'nodes'])
      if (fieldOf(definition.selectionSet, name) !== undefined)
        note(found, 'Bulk queries cannot contain a top level `node` or `nodes` field.');
    inspect(document, definition.selectionSet, schema.getRootType(definition.operation), [], found);
  }
  return found;
}

/** Looks at the connections within a selection; `open`: those that it is in. */
function inspect(
  document: DocumentNode,
  set: SelectionSetNode,
  type: GraphQLNamedType | null | undefined,
  open: readonly FieldNode[],
  found: Connections,
): void {
  for (const one of set.selections) {
    if (one.kind !== Kind.FIELD) {
      const inner = one.kind === Kind.INLINE_FRAGMENT ? one : fragmentOf(document, one.name.value);
      const named = inner?.typeCondition?.name.value;
      if (inner !== undefined)
        inspect(
          document,
          inner.selectionSet,
          named === undefined ? type : schema.getType(named),
          open,
          found,
        );
      continue;
    }
    const of = typeOf(type, one);
    const isOne = isConnection(of);
    if (isOne) checkConnection(one, open, found);
    if (one.selectionSet !== undefined)
      inspect(document, one.selectionSet, of, isOne ? [...open, one] : open, found);
  }
}

function checkConnection(field: FieldNode, open: readonly FieldNode[], found: Connections): void {
  found.count += 1;
  found.depth = Math.max(found.depth, open.length + 1);
  if (fieldOf(field.selectionSet, 'nodes') !== undefined)
    note(found, 'Bulk queries must use `edges` and `node` to select what a connection holds, not `nodes`.');
  const parent = open.at(-1);
  if (parent !== undefined && !selectsId(parent))
    note(found, 'The parent `node` of a nested connection must select the `id` field without an alias.');
}

function note(found: Connections, problem: string): void {
  found.problem ??= problem;
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions.find(
    (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
  );
}

function typeOf(parent: GraphQLNamedType | null | undefined, field: FieldNode): GraphQLNamedType | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  const found = parent.getFields()[field.name.value];
  return found === undefined ? undefined : getNamedType(found.type);
}

function isConnection(type: GraphQLNamedType | undefined): boolean {
  return /Connection$/.test(type?.name ?? '');
}

function selectsId(connection: FieldNode): boolean {
  const edges = fieldOf(connection.selectionSet, 'edges');
  const node = fieldOf(edges?.selectionSet, 'node');
  return (node?.selectionSet?.selections ?? []).some(
    (one) => one.kind === Kind.FIELD && one.name.value === 'id' && (one.alias?.value ?? 'id') === 'id',
  );
}

function fieldOf(set: SelectionSetNode | undefined, name: string): FieldNode | undefined {
  return set?.selections.find((one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === name);
}

export interface BulkResult {
  readonly lines: readonly string[];
  readonly objects: number;
  readonly roots: number;
}

/** Runs a document to its end, page after page, and writes each object of each connection on a line of its own. */
export function runBulk(
  text: string,
  rootValue: object,
): BulkResult | { readonly errors: readonly GraphQLError[] } {
  const lines: string[] = [];
  let roots = 0;
  for (let after: string | null = null, more = true; more;) {
    const answer = executeSync({ schema, document: paged(parse(text), after), rootValue });
    if (answer.errors !== undefined) return { errors: answer.errors };
    more = false;
    for (const value of Object.values(answer.data ?? {})) {
      const page = pageOf(value);
      if (page === null) continue;
      for (const node of page.nodes) {
        roots += 1;
        write(node, null, lines);
      }
      if (page.next !== null) {
        after = page.next;
        more = true;
      }
    }
  }
  return { lines, objects: lines.length, roots };
}

/** The document with the largest pages allowed; its first level starts after a cursor. */
function paged(document: DocumentNode, after: string | null): DocumentNode {
  return {
    ...document,
    definitions: document.definitions.map((definition) => {
      if (definition.kind === Kind.OPERATION_DEFINITION)
        return {
          ...definition,
          selectionSet: pagedSet(definition.selectionSet, schema.getRootType(definition.operation), after),
        };
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) return definition;
      const type = schema.getType(definition.typeCondition.name.value);
      return { ...definition, selectionSet: pagedSet(definition.selectionSet, type, null) };
    }),
  };
}

function pagedSet(
  set: SelectionSetNode,
  type: GraphQLNamedType | null | undefined,
  after: string | null,
): SelectionSetNode {
  const selections = set.selections.map((one): SelectionNode => {
    if (one.kind === Kind.FRAGMENT_SPREAD) return one;
    if (one.kind === Kind.INLINE_FRAGMENT) {
      const named = one.typeCondition === undefined ? type : schema.getType(one.typeCondition.name.value);
      return { ...one, selectionSet: pagedSet(one.selectionSet, named, after) };
    }
    if (one.selectionSet === undefined) return one;
    const of = typeOf(type, one);
    if (!isConnection(of)) return { ...one, selectionSet: pagedSet(one.selectionSet, of, after) };
    const inner = pagedSet(one.selectionSet, of, null);
    return {
      ...one,
      arguments: argumentsOf(one, after),
      selectionSet: { ...inner, selections: [...inner.selections, ...pageInfo] },
    };
  });
  return { ...set, selections };
}

function argumentsOf(field: FieldNode, after: string | null): ArgumentNode[] {
  const kept = (field.arguments ?? []).filter(
    ({ name }) => !['first', 'last', 'after', 'before'].includes(name.value),
  );
  const size: ArgumentNode = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'first' },
    value: { kind: Kind.INT, value: String(mostPerPage) },
  };
  if (after === null) return [...kept, size];
  const cursor: ArgumentNode = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'after' },
    value: { kind: Kind.STRING, value: after },
  };
  return [...kept, size, cursor];
}

const cursorName = 'bulkPage';
const pageInfoDocument = parse(`{ ${cursorName}: pageInfo { hasNextPage endCursor } }`).definitions[0];
const pageInfo =
  pageInfoDocument?.kind === Kind.OPERATION_DEFINITION ? pageInfoDocument.selectionSet.selections : [];

/** A connection in an answer: its nodes and the cursor of the next page. Null for anything else. */
function pageOf(value: unknown): { nodes: Record<string, unknown>[]; next: string | null } | null {
  if (!isObject(value) || !(cursorName in value)) return null;
  const info = value[cursorName];
  const edges = Array.isArray(value['edges']) ? value['edges'] : [];
  const nodes = edges.flatMap((edge: unknown) =>
    isObject(edge) && isObject(edge['node']) ? [edge['node']] : [],
  );
  const isMore = isObject(info) && info['hasNextPage'] === true && typeof info['endCursor'] === 'string';
  return { nodes, next: isMore ? String(info['endCursor']) : null };
}

/** An object on its line, then those of its own connections, each with the parent's id. */
function write(node: Record<string, unknown>, parent: unknown, lines: string[]): void {
  const own: Record<string, unknown> = {};
  const nested: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(node)) {
    const page = pageOf(value);
    if (page === null) own[name] = value;
    else nested.push(...page.nodes);
  }
  if (parent !== null) own['__parentId'] = parent;
  lines.push(JSON.stringify(own));
  for (const child of nested) write(child, node['id'], lines);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
