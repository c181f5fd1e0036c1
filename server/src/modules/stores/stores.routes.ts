import * as contract from '@evenstock/contract/stores';
import { route, type Route } from '../../routing.ts';
import { createStore } from './create-store.ts';
import { listMembers, listMemberships } from './list-memberships.ts';
import { showStore } from './show-store.ts';
import { switchSync } from './switch-sync.ts';

export const storesRoutes: readonly Route[] = [
  route(contract.listStoreProfiles, listMemberships),
  route(contract.createStore, async ({ ctx, actor, body }) =>
    showStore(ctx, actor, await createStore(ctx, actor, body.store)),
  ),
  route(contract.showStore, ({ ctx, actor, store }) => showStore(ctx, actor, store.id)),
  route(contract.updateStore, async ({ ctx, actor, store, body }) => {
    await switchSync(ctx, actor, store.id, body.store.can_sync_quantity);
    return showStore(ctx, actor, store.id);
  }),
  route(contract.listMembers, listMembers),
];
