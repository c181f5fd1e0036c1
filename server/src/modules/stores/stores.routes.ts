import * as contract from '@evenstock/contract/stores/stores';
import * as announcing from '@evenstock/contract/stores/announcements';
import * as views from '@evenstock/contract/stores/saved-views';
import { route, type Route } from '../../api/routing.ts';
import { createAnnouncement, deleteAnnouncement, listAnnouncements } from './announcements/announce.ts';
import { createStore } from './create-store.ts';
import { deleteStore } from './delete-store.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './views/save-views.ts';
import { listMemberships } from './list-memberships.ts';
import { leaveStore } from './members/remove-member.ts';
import { showStore } from './show-store.ts';
import { switchDigest } from './digests/switch-digest.ts';
import { updateStore } from './update-store.ts';

export const storesRoutes: readonly Route[] = [
  route(announcing.listAnnouncements, listAnnouncements),
  route(announcing.createAnnouncement, createAnnouncement),
  route(announcing.deleteAnnouncement, deleteAnnouncement),
  route(views.listSavedViews, listSavedViews),
  route(views.createSavedView, createSavedView),
  route(views.updateSavedView, updateSavedView),
  route(views.deleteSavedView, deleteSavedView),
  route(contract.listStoreProfiles, listMemberships),
  route(contract.createStore, async ({ ctx, actor, body }) =>
    showStore(ctx, actor, await createStore(ctx, actor, body.store)),
  ),
  route(contract.showStore, ({ ctx, actor, store }) => showStore(ctx, actor, store.id)),
  route(contract.updateStore, async ({ ctx, actor, store, body }) => {
    await updateStore(ctx, actor, store.id, body.store);
    return showStore(ctx, actor, store.id);
  }),
  route(contract.switchDigest, switchDigest),
  route(contract.deleteStore, async ({ ctx, actor, store }) => {
    await deleteStore(ctx, actor, store.id);
    return {};
  }),
  route(contract.leaveStore, async ({ ctx, actor, store }) => {
    await leaveStore(ctx, actor, store.id);
    return {};
  }),
];
