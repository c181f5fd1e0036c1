import {
  dismissAction as dismissActionEndpoint,
  listActions as listActionsEndpoint,
  showAction as showActionEndpoint,
} from '@evenstock/contract/actions';
import { route, type Route } from '../../api/routing.ts';
import { dismissAction } from './dismiss-action.ts';
import { listActions, showAction } from './list-actions.ts';

export const actionsRoutes: readonly Route[] = [
  route(listActionsEndpoint, listActions),
  route(showActionEndpoint, async ({ ctx, store, params }) => ({
    action: await showAction(ctx, store.id, params.actionId),
  })),
  route(dismissActionEndpoint, async ({ ctx, store, params }) => ({
    action: await dismissAction(ctx, store, params.actionId),
  })),
];
