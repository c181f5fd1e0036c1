import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, listOf, none, recordId, sortedPaging } from '../api/fields.ts';
import { storeNotification } from '../stores/notifications.ts';
import { storePath } from '../stores/stores.ts';
import { fault } from '../messages/message.ts';

export const listStoreNotifications = endpoint({
  name: 'listStoreNotifications',
  summary: 'Notifications of this store for the caller, newest first; resolved ones are gone',
  method: 'GET',
  path: '/api/stores/:storeId/store_notifications.json',
  params: storePath,
  query: z.object({
    ...sortedPaging,
    q: z
      .object({ s: z.enum(['created_at asc', 'created_at desc']).optional() })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('store_notifications', storeNotification),
  permission: 'store.view',
  audit: null,
});

export const readStoreNotification = endpoint({
  name: 'readStoreNotification',
  summary: 'Mark a notification read, for the caller alone; the body may be empty',
  method: 'PATCH',
  path: '/api/stores/:storeId/store_notifications/:storeNotificationId.json',
  params: z.object({ ...storePath.shape, storeNotificationId: recordId }),
  query: none,
  body: z
    .object({
      store_notification: z
        .object({ is_read: z.literal(true, { error: fault('stores.read_only_once') }) })
        .optional(),
    })
    .optional(),
  reply: z.object({ store_notification: storeNotification }),
  permission: 'store.view',
  audit: null,
});

const readingAll = {
  params: storePath,
  query: none,
  body: none,
  reply: empty,
  permission: 'store.view',
  audit: null,
} as const;

export const readAllStoreNotificationsByGet = endpoint({
  name: 'readAllStoreNotificationsByGet',
  summary: 'Mark every notification of the store read, for the caller alone',
  method: 'GET',
  path: '/api/stores/:storeId/store_notifications/read_all.json',
  ...readingAll,
});

export const readAllStoreNotifications = endpoint({
  name: 'readAllStoreNotifications',
  summary: 'Mark every notification of the store read, for the caller alone',
  method: 'POST',
  path: '/api/stores/:storeId/store_notifications/read_all.json',
  ...readingAll,
});
