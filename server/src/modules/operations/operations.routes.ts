import {
  cancelOperation as cancelOperationEndpoint,
  continueOperation as continueOperationEndpoint,
  dismissFailures as dismissFailuresEndpoint,
  listOperations as listOperationsEndpoint,
  retryOperation as retryOperationEndpoint,
  showMassAction as showMassActionEndpoint,
  showOperation as showOperationEndpoint,
} from '@evenstock/contract/operations/operations';
import {
  listDeadLetters as listDeadLettersEndpoint,
  listStoreDeadLetters as listStoreDeadLettersEndpoint,
  resolveDeadLetter as resolveDeadLetterEndpoint,
  resolveStoreDeadLetter as resolveStoreDeadLetterEndpoint,
} from '@evenstock/contract/operations/dead-letters';
import { route, type Route } from '../../api/routing.ts';
import { cancelOperation } from './cancel-operation.ts';
import type { OperationDefinitions } from './operation-definition.ts';
import { continueOperation, retryOperation } from './follow-up-operation.ts';
import { dismissFailures, rowsToDismiss } from './dismiss-failures.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { resolveDeadLetter } from './resolve-dead-letter.ts';
import { listOperations, showMassAction, showOperation } from './show-operation.ts';

/** The endpoints of operations, for the given kinds. */
export const operationsRoutes = (definitions: OperationDefinitions): readonly Route[] => [
  route(listDeadLettersEndpoint, ({ ctx, query }) => listDeadLetters(ctx, null, query)),
  route(resolveDeadLetterEndpoint, async ({ ctx, actor, params, body }) => {
    await resolveDeadLetter(ctx, actor, { id: params.deadLetterId, storeId: null }, body.dead_letter.action);
    return {};
  }),
  route(listStoreDeadLettersEndpoint, ({ ctx, store, query }) => listDeadLetters(ctx, store.id, query)),
  route(resolveStoreDeadLetterEndpoint, async ({ ctx, actor, store, params, body }) => {
    const letter = { id: params.deadLetterId, storeId: store.id };
    await resolveDeadLetter(ctx, actor, letter, body.dead_letter.action);
    return {};
  }),
  route(listOperationsEndpoint, (call) => listOperations(definitions, call)),
  route(showOperationEndpoint, (call) => showOperation(definitions, call)),
  route(showMassActionEndpoint, ({ ctx, store, params }) =>
    showMassAction(ctx, store.id, params.operationId, (kind) => definitions[kind]),
  ),
  route(dismissFailuresEndpoint, async ({ ctx, params, body, ...call }) => ({
    dismissed: await dismissFailures(ctx, call, params.operationId, rowsToDismiss(body.operation)),
  })),
  route(cancelOperationEndpoint, async ({ ctx, params, ...call }) => ({
    operation: await cancelOperation(ctx, definitions, call, params.operationId),
  })),
  route(retryOperationEndpoint, async ({ ctx, params, body, ...call }) => ({
    operation: await retryOperation(
      ctx,
      definitions,
      call,
      params.operationId,
      body.operation?.row_key ?? null,
    ),
  })),
  route(continueOperationEndpoint, async ({ ctx, params, ...call }) => ({
    operation: await continueOperation(ctx, definitions, call, params.operationId),
  })),
];
