import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a query would cost at most, and what its answer really cost (shopify.md 2, "Cost model"). */
export interface CostQuestion {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Points that must be in the bucket before the query runs. */
export function requestedCost(question: CostQuestion): number {
  return Math.round(new Pricing(question).root(undefined));
}

/** Points that the answer really took: connections by the nodes that came, absent objects nothing. */
export function actualCost(question: CostQuestion, data: unknown): number {
  return Math.round(new Pricing(question).root(data ?? {}));
}

/** Points of a mutation, and what one with objects in its payload adds. */
const mutationCost = 10;
const payloadCost = 3;
const countCost = 10;

class Pricing {
  readonly #question: CostQuestion;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(question: CostQuestion) {
    this.#question = question;
    this.#fragments = new Map(
      question.document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
      ),
    );
  }

  /** `data` undefined: the most that it can cost. */
  root(data: unknown): number {
    const { schema, operation } = this.#question;
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    const type = isMutation ? schema.getMutationType() : schema.getQueryType();
    if (!type) return 0;
    let cost = 0;
    for (const [field, parent] of this.#fields(operation.selectionSet, type)) {
      const value = valueOf(data, field);
      if (isMutation) cost += mutationCost + (this.#hasObjects(field, parent) ? payloadCost : 0);
      else if (field.name.value.endsWith('Count')) cost += countCost;
      else cost += this.#field(field, parent, data === undefined ? undefined : (value ?? null));
    }
    return cost;
  }

  #field(field: FieldNode, parent: GraphQLCompositeType, data: unknown): number {
    const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
    if (!definition || !field.selectionSet || data === null) return 0;
    const type = getNamedType(definition.type);
    if (!isCompositeType(type) || free.has(type.name)) return 0;
    if (type.name.endsWith('Connection')) return this.#connection(field, type, data);
    const isList = isListType(getNullableType(definition.type));
    const first: unknown = isList && Array.isArray(data) ? data[0] : data;
    return (
      1 +
      (isList && Array.isArray(data) && data.length === 0
        ? 0
        : this.#children(field.selectionSet, type, first))
    );
  }

  #connection(field: FieldNode, type: GraphQLCompositeType, data: unknown): number {
    let node = 0;
    let count = this.#pageSize(field);
    for (const [inner, parent] of this.#fields(field.selectionSet, type)) {
      const name = inner.name.value;
      if (name !== 'nodes' && name !== 'edges') continue;
      const list = valueOf(data, inner);
      const records = Array.isArray(list) ? list : null;
      if (records) count = records.length;
      if (records?.length === 0) continue;
      node = Math.max(node, this.#node(inner, parent, records));
    }
    return 2 + weight(count) * node;
  }

  /** One node with its children: their mean over a page that came. */
  #node(field: FieldNode, parent: GraphQLCompositeType, records: readonly unknown[] | null): number {
    const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
    const type = definition && getNamedType(definition.type);
    if (!type || !isCompositeType(type) || !field.selectionSet) return 0;
    const selection = field.selectionSet;
    const one = (record: unknown): number => {
      if (field.name.value === 'nodes') return 1 + this.#children(selection, type, record);
      return this.#fields(selection, type)
        .filter(([inner]) => inner.name.value === 'node')
        .reduce((sum, [inner, owner]) => sum + this.#field(inner, owner, record === undefined ? undefined : valueOf(record, inner)), 0); // oxfmt-ignore
    };
    if (records === null) return one(undefined);
    return records.reduce<number>((sum, record) => sum + one(record), 0) / records.length;
  }

  #children(selection: SelectionSetNode, type: GraphQLCompositeType, data: unknown): number {
    return this.#fields(selection, type).reduce(
      (sum, [field, parent]) =>
        sum + this.#field(field, parent, data === undefined ? undefined : (valueOf(data, field) ?? null)),
      0,
    );
  }

  /** The fields of a selection, fragments opened, each with the type that declares it. */
  #fields(
    selection: SelectionSetNode | undefined,
    type: GraphQLCompositeType,
  ): [FieldNode, GraphQLCompositeType][] {
    return (selection?.selections ?? []).flatMap((item): [FieldNode, GraphQLCompositeType][] => {
      if (item.kind === Kind.FIELD) return [[item, type]];
      const fragment = item.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(item.name.value) : item;
      if (!fragment) return [];
      const named = fragment.typeCondition
        ? this.#question.schema.getType(fragment.typeCondition.name.value)
        : type;
      return isObjectType(named) || isAbstractType(named) ? this.#fields(fragment.selectionSet, named) : [];
    });
  }

  #hasObjects(field: FieldNode, parent: GraphQLCompositeType): boolean {
    const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
    const payload = definition && getNamedType(definition.type);
    if (!payload || !isCompositeType(payload)) return false;
    return this.#fields(field.selectionSet, payload).some(
      ([inner]) => inner.selectionSet !== undefined && !inner.name.value.endsWith('rrors'),
    );
  }

  #pageSize(field: FieldNode): number {
    for (const argument of field.arguments ?? []) {
      if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
      const { value } = argument;
      if (value.kind === Kind.INT) return Number(value.value);
      if (value.kind === Kind.VARIABLE) {
        const given = this.#question.variables[value.name.value];
        if (typeof given === 'number') return given;
      }
    }
    return 0;
  }
}

/** Objects that cost nothing whatever is asked of them. */
const free = new Set(['MoneyV2', 'MoneyBag', 'PageInfo', 'UserError']);

/** Recorded weights of page sizes; between them the weight grows with the logarithm of the size. */
const weights: readonly (readonly [number, number])[] = [
  [1, 1], [2, 1], [3, 2], [5, 3], [10, 4], [20, 5], [50, 7], [100, 9], [200, 10], [250, 11],
]; // oxfmt-ignore

/** How many times the cost of one node a page of `first` nodes counts. */
export function weight(first: number): number {
  if (first <= 0) return 0;
  let below: readonly [number, number] = [1, 1];
  for (const above of weights) {
    if (above[0] === first) return above[1];
    if (above[0] > first) {
      const share = Math.log(first / below[0]) / Math.log(above[0] / below[0]);
      return Math.round(below[1] + share * (above[1] - below[1]));
    }
    below = above;
  }
  return below[1];
}

function valueOf(data: unknown, field: FieldNode): unknown {
  if (typeof data !== 'object' || data === null) return undefined;
  const key = field.alias?.value ?? field.name.value;
  return Object.entries(data).find(([name]) => name === key)?.[1];
}
