import {
  getNamedType,
  GraphQLError,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Scalars that the vendor writes in one form only. */
const scalarShapes: Readonly<Record<string, RegExp>> = {
  DateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  Decimal: /^-?\d+\.\d+$/,
  Money: /^-?\d+\.\d{2}$/,
  UnsignedInt64: /^\d+$/,
  URL: /^https?:\/\//,
};

/** The paths at which an answer differs from the schema: `orders.nodes.0.id: …`. Data must hold exactly what was asked. */
export function answerFaults(schema: GraphQLSchema, document: DocumentNode, data: unknown): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const faults: string[] = [];

  function selection(
    set: SelectionSetNode,
    type: GraphQLCompositeType,
    value: object,
    at: string,
  ): Set<string> {
    const seen = new Set<string>();
    for (const item of set.selections) {
      if (item.kind === Kind.FIELD) {
        const key = item.alias?.value ?? item.name.value;
        seen.add(key);
        const definition = 'getFields' in type ? type.getFields()[item.name.value] : undefined;
        if (item.name.value === '__typename') continue;
        if (definition === undefined) faults.push(`${at}.${key}: ${type.name} has no such field`);
        else check(definition.type, item.selectionSet, member(value, key), `${at}.${key}`);
        continue;
      }
      const fragment = item.kind === Kind.FRAGMENT_SPREAD ? fragments.get(item.name.value) : item;
      const named = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
      if (fragment === undefined || !isCompositeType(named)) continue;
      // Without __typename a fragment applies if its fields are present.
      const came = fragment.selectionSet.selections.some(
        (one) => one.kind === Kind.FIELD && (one.alias ?? one.name).value in value,
      );
      if (came) for (const key of selection(fragment.selectionSet, named, value, at)) seen.add(key);
    }
    return seen;
  }

  function check(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    value: unknown,
    at: string,
  ): void {
    if (isNonNullType(type)) {
      if (value === null || value === undefined) faults.push(`${at}: null, but the schema forbids it`);
      else check(type.ofType, set, value, at);
      return;
    }
    if (value === null) return;
    if (value === undefined) faults.push(`${at}: not in the answer`);
    else if (isListType(type)) {
      if (Array.isArray(value))
        for (const [index, one] of value.entries()) check(type.ofType, set, one, `${at}.${String(index)}`);
      else faults.push(`${at}: no list`);
    } else if (isObjectType(type) || isAbstractType(type)) {
      if (typeof value !== 'object' || set === undefined) faults.push(`${at}: no object`);
      else {
        const seen = selection(set, type, value, at);
        for (const key of Object.keys(value))
          if (!seen.has(key)) faults.push(`${at}.${key}: was not asked for`);
      }
    } else leaf(type, value, at);
  }

  function leaf(type: GraphQLOutputType, value: unknown, at: string): void {
    const named = getNamedType(type);
    if (isEnumType(named)) {
      if (named.getValue(String(value)) === undefined)
        faults.push(`${at}: ${String(value)} is no ${named.name}`);
    } else if (isScalarType(named)) {
      const shape = scalarShapes[named.name];
      if (shape !== undefined && !shape.test(String(value)))
        faults.push(`${at}: ${String(value)} is no ${named.name}`);
      try {
        named.parseValue(value);
      } catch (error) {
        faults.push(`${at}: ${error instanceof GraphQLError ? error.message : 'wrong'}`);
      }
    }
  }

  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    const root =
      operation.operation === OperationTypeNode.MUTATION ? schema.getMutationType() : schema.getQueryType();
    if (root && typeof data === 'object' && data !== null)
      selection(operation.selectionSet, root, data, operation.operation);
  }
  return faults;
}

function member(value: object, key: string): unknown {
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
