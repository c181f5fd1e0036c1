import { Kind, parse, OperationTypeNode, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { z } from 'zod';
import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';

const sent = z.object({ query: z.string() });

/** An error with a code that no document has. */
export const unknownError = (): SandboxReply =>
  jsonReply(200, {
    errors: [{ message: 'Unrecognised condition 9417.', extensions: { code: 'RELAY_CONDITION_9417' } }],
  });

/** A mutation: each field that was asked for is null, but for a user error. Else data that are null beside an error. */
export function lyingSuccess({ body }: SandboxRequest): SandboxReply {
  const operation = operationOf(body);
  const roots = operation === null ? [] : fieldsOf(operation);
  if (operation?.operation !== OperationTypeNode.MUTATION) {
    const data = Object.fromEntries(roots.map((root) => [keyOf(root), null]));
    const message = 'Internal error. Looks like something went wrong on our end.';
    return jsonReply(200, { data, errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  }
  const userErrors = [
    {
      __typename: 'UserError',
      field: null,
      message: 'Something went wrong, please try again later.',
      code: '0',
    },
  ];
  const answerOf = (root: FieldNode): [string, object] => [
    keyOf(root),
    Object.fromEntries(
      fieldsOf(root).map((field) => [
        keyOf(field),
        field.name.value.endsWith('serErrors') ? userErrors : null,
      ]),
    ),
  ];
  return jsonReply(200, { data: Object.fromEntries(roots.map(answerOf)) });
}

const fieldsOf = ({ selectionSet }: Pick<FieldNode | OperationDefinitionNode, 'selectionSet'>): FieldNode[] =>
  selectionSet?.selections.filter((one) => one.kind === Kind.FIELD) ?? [];

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The operation that a request asks for; null where it cannot be read. */
function operationOf(body: Uint8Array): OperationDefinitionNode | null {
  try {
    const { query } = sent.parse(JSON.parse(Buffer.from(body).toString('utf8')));
    return parse(query).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION) ?? null;
  } catch {
    // Not a question.
    return null;
  }
}
