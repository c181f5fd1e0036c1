import * as activityLog from '@evenstock/contract/journal/activity-log';
import * as contract from '@evenstock/contract/journal/journal';
import { route, type Route } from '../../api/routing.ts';
import { deleteActivity } from './delete-activity.ts';
import {
  listActivities,
  listInstallationActivities,
  listOrderActivities,
  listProductActivities,
  listVariantActivities,
  showActivity,
  showInstallationActivity,
} from './list-activities.ts';
import { listNotifications, readerOf } from './list-notifications.ts';
import { readAllNotifications, readNotification } from './read-notifications.ts';

export const journalRoutes: readonly Route[] = [
  route(contract.listStoreNotifications, ({ ctx, actor, store, query }) =>
    listNotifications(ctx, readerOf(actor, store), query),
  ),
  route(contract.readStoreNotification, async ({ ctx, actor, store, params }) => ({
    store_notification: await readNotification(ctx, readerOf(actor, store), params.storeNotificationId),
  })),
  route(contract.readAllStoreNotificationsByGet, async ({ ctx, actor, store }) => {
    await readAllNotifications(ctx, readerOf(actor, store));
    return {};
  }),
  route(contract.readAllStoreNotifications, async ({ ctx, actor, store }) => {
    await readAllNotifications(ctx, readerOf(actor, store));
    return {};
  }),
  route(activityLog.listActivities, listActivities),
  route(activityLog.listProductActivities, listProductActivities),
  route(activityLog.listVariantActivities, listVariantActivities),
  route(activityLog.listOrderActivities, listOrderActivities),
  route(activityLog.showActivity, showActivity),
  route(activityLog.listInstallationActivities, listInstallationActivities),
  route(activityLog.showInstallationActivity, showInstallationActivity),
  route(activityLog.deleteActivity, async ({ ctx, actor, params }) => {
    await deleteActivity(ctx, actor, params.activityId);
    return {};
  }),
];
