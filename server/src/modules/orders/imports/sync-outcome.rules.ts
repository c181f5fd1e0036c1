import { message } from '@evenstock/contract/messages/message';
import type { EarlierCodes } from '../../operations/operation-definition.ts';

const marketplaceOf = ({ marketplace = '' }: { readonly marketplace?: string | number }) => ({ marketplace });

/** Codes of rows of `order.mass_sync` that were stored before message codes existed. */
export const earlierSyncCodes: EarlierCodes = {
  not_found: () => message('orders.sync_not_found'),
  not_authorised: (values) => message('orders.sync_not_authorised', marketplaceOf(values)),
  missing: (values) => message('orders.sync_missing', marketplaceOf(values)),
  unreadable: ({ reason = '', ...values }) =>
    message('orders.sync_unreadable', { ...marketplaceOf(values), reason }),
  channel: ({ message: text = '' }) => message('api.channel', { text }),
};
