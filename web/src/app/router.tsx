import {
  channelKinds,
  channels,
  type ChannelKind,
  type RedirectConsent,
} from '@evenstock/contract/channels/channels';
import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router';
import { RequireUser } from '../modules/accounts/require-user.tsx';
import CrashPage from './crash.page.tsx';
import HomePage from './home.page.tsx';
import NotFoundPage from './not-found.page.tsx';

type Page = Pick<RouteObject, 'lazy'>;

/** A lazily loaded page of a module, or of `screens/` if it combines modules. */
const page = (load: () => Promise<{ default: ComponentType }>): Page => ({
  lazy: async () => ({ Component: (await load()).default }),
});

type ChannelPage = ComponentType<{ readonly channel: ChannelKind }>;

/** A page that several channels share. */
const channelPage = (channel: ChannelKind, load: () => Promise<{ default: ChannelPage }>): Page => ({
  lazy: async () => {
    const { default: Shared } = await load();
    return { Component: () => <Shared channel={channel} /> };
  },
});

const redirects = channelKinds.flatMap((channel) => {
  const { consent } = channels[channel];
  return consent.by === 'redirect' ? [{ channel, consent }] : [];
});

const returnPages: Readonly<Record<RedirectConsent['names'], () => Promise<{ default: ChannelPage }>>> = {
  marketplace: () => import('../modules/marketplaces/authorise-at-marketplace.page.tsx'),
  call: () => import('../modules/marketplaces/authorise-by-state.page.tsx'),
  shop: () => import('../modules/marketplaces/authorise-by-shop.page.tsx'),
};

/** Return addresses of channels whose address names the marketplace. */
const returnsToMarketplace: RouteObject[] = redirects
  .filter(({ consent }) => consent.names === 'marketplace')
  .map(({ channel, consent: { path, names } }) => ({
    path: `marketplaces/:marketplaceId/${path}`,
    ...channelPage(channel, returnPages[names]),
  }));

/** Return addresses of the other channels, and entry points of merchants who open the app at a channel. */
const returnsForAll: RouteObject[] = redirects.flatMap(({ channel, consent: { path, names, entryPath } }) => [
  ...(names === 'marketplace'
    ? []
    : [{ path: `marketplaces/${path}`, ...channelPage(channel, returnPages[names]) }]),
  ...(entryPath === null
    ? []
    : [
        {
          path: `marketplaces/${entryPath}`,
          ...channelPage(channel, () => import('../modules/marketplaces/enter-from-shop.page.tsx')),
        },
      ]),
]);

const inStore: RouteObject[] = [
  { index: true, ...page(() => import('./screens/store-root.tsx')) },
  { path: 'summary', ...page(() => import('./screens/summary.tsx')) },
  { path: 'needs_you', ...page(() => import('../modules/insights/needs-you.page.tsx')) },

  { path: 'orders', ...page(() => import('./screens/orders-list.tsx')) },
  { path: 'packing', ...page(() => import('./screens/packing.tsx')) },
  { path: 'print_labels/:operationId', ...page(() => import('../modules/printing/print-labels.page.tsx')) },
  {
    path: 'orders/:referenceNumber/:tabKey?',
    ...page(() => import('./screens/order-detail.tsx')),
  },

  { path: 'products', ...page(() => import('./screens/products-list.tsx')) },
  {
    path: 'products/export_products',
    ...page(() => import('../modules/spreadsheets/export-products.page.tsx')),
  },
  { path: 'downloads/:operationId', ...page(() => import('../modules/spreadsheets/download.page.tsx')) },
  { path: 'products/merge', ...page(() => import('./screens/merge-inventory.tsx')) },
  {
    path: 'products/force_zero_qty',
    ...page(() => import('../modules/catalog/force-zero.page.tsx')),
  },
  { path: 'products/counts', ...page(() => import('../modules/stock/recovery-counts.page.tsx')) },
  { path: 'products/planned_writes', ...page(() => import('../modules/stock/planned-writes.page.tsx')) },
  {
    path: 'products/stock_tallies',
    ...page(() => import('../modules/stock/tallies/tallies.page.tsx')),
  },
  { path: 'products/stock_tallies/:tallyId', ...page(() => import('./screens/tally.tsx')) },
  { path: 'products/stock_movements', ...page(() => import('./screens/stock-movements.tsx')) },
  {
    path: 'products/:productSlug/variants/:variantId/:tabKey?',
    ...page(() => import('./screens/variant-detail.tsx')),
  },
  {
    path: 'products/:productSlug/:tabKey?',
    ...page(() => import('./screens/product-detail.tsx')),
  },
  {
    path: 'product_listings/:productListingId/raw_response/:what',
    ...page(() => import('../modules/listings/raw-listing.page.tsx')),
  },
  {
    path: 'product_listings/:productListingId',
    ...page(() => import('./screens/listing-detail.tsx')),
  },
  { path: 'variants/activities', ...page(() => import('../modules/journal/variant-activities.page.tsx')) },
  { path: 'variants', ...page(() => import('./screens/products-list.tsx')) },
  { path: 'variants/:variantId', ...page(() => import('./screens/variant-detail.tsx')) },

  { path: 'marketplaces', ...page(() => import('../modules/marketplaces/marketplaces-list.page.tsx')) },
  ...returnsToMarketplace,
  {
    path: 'marketplaces/:marketplaceId/raw_response',
    ...page(() => import('../modules/marketplaces/raw-account.page.tsx')),
  },
  {
    path: 'marketplaces/:marketplaceId/:tabKey?',
    ...page(() => import('./screens/marketplace-detail.tsx')),
  },

  { path: 'store_profiles', ...page(() => import('../modules/stores/members-list.page.tsx')) },
  {
    path: 'store_profiles/:storeProfileId/:tabKey?',
    ...page(() => import('../modules/stores/member-detail.page.tsx')),
  },
  { path: 'reports', ...page(() => import('../modules/insights/reports/reports.page.tsx')) },
  { path: 'activities', ...page(() => import('../modules/journal/activities.page.tsx')) },
  {
    path: 'activities/:activityId/:tabKey?',
    ...page(() => import('./screens/activity.tsx')),
  },
  { path: 'refer_friend', ...page(() => import('../modules/stores/refer-friend.page.tsx')) },
  { path: 'webhooks/:webhookId', ...page(() => import('../modules/developers/deliveries.page.tsx')) },
  { path: 'settings/:tabKey?', ...page(() => import('./screens/store-settings.tsx')) },
];

const routes: RouteObject[] = [
  { index: true, Component: HomePage },
  { path: 'reset_password', ...page(() => import('../modules/accounts/reset-password.page.tsx')) },
  { path: 'confirm_sign_up', ...page(() => import('../modules/accounts/confirm-sign-up.page.tsx')) },
  { path: 'accept_invitation', ...page(() => import('../modules/accounts/accept-invitation.page.tsx')) },
  { path: 'accept_referral', ...page(() => import('../modules/accounts/accept-referral.page.tsx')) },
  { path: 'console_entry', ...page(() => import('../modules/accounts/console-entry.page.tsx')) },
  { path: 'faq', ...page(() => import('../modules/accounts/faq.page.tsx')) },
  { path: 'privacy-policy', ...page(() => import('../modules/accounts/privacy-policy.page.tsx')) },
  {
    Component: RequireUser,
    children: [
      {
        ...page(() => import('./signed-in.tsx')),
        children: [
          ...returnsForAll,
          {
            ...page(() => import('./account-frame.tsx')),
            children: [
              { path: 'account', ...page(() => import('../modules/accounts/account/account.page.tsx')) },
              { path: 'stores', ...page(() => import('./screens/stores.tsx')) },
              { path: 'admin', ...page(() => import('../modules/billing/admin.page.tsx')) },
              {
                path: 'admin/activities',
                ...page(() => import('../modules/journal/installation-activities.page.tsx')),
              },
              {
                path: 'admin/announcements',
                ...page(() => import('../modules/stores/announcements/announcements.page.tsx')),
              },
              {
                path: 'admin/dead_letters',
                ...page(() => import('../modules/operations/dead-letters.page.tsx')),
              },
              { path: 'admin/vouchers', ...page(() => import('../modules/billing/vouchers.page.tsx')) },
              {
                path: 'admin/stores/:storeId',
                ...page(() => import('../modules/billing/admin-store.page.tsx')),
              },
            ],
          },
          { path: 'stores/:storeId', ...page(() => import('./store-shell.tsx')), children: inStore },
        ],
      },
    ],
  },
  { path: '*', Component: NotFoundPage },
];

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

export const router = createBrowserRouter([
  { Component: Root, ErrorBoundary: CrashPage, HydrateFallback: () => null, children: routes },
]);
