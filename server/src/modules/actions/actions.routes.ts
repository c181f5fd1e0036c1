import {
  dismissAction as dismissActionEndpoint,
  listActions as listActionsEndpoint,
  retryAction as retryActionEndpoint,
  showAction as showActionEndpoint,
} from '@evenstock/contract/actions/actions';
import { route, type Route } from '../../api/routing.ts';
import { dismissAction } from './dismiss-action.ts';
import { listActions, showAction } from './list-actions.ts';
import { retryAction } from './retry-action.ts';

export const actionsRoutes: readonly Route[] = [
  route(listActionsEndpoint, listActions),
  route(showActionEndpoint, async ({ ctx, store, params }) => ({
    action: await showAction(ctx, store.id, params.actionId),
  })),
  route(dismissActionEndpoint, async ({ ctx, store, actor, params }) => ({
    action: await dismissAction(ctx, store, actor, params.actionId),
  })),
  route(retryActionEndpoint, async ({ ctx, store, actor, params }) => ({
    action: await retryAction(ctx, store, actor, params.actionId),
  })),
];
