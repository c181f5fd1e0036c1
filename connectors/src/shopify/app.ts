import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'SHOPIFY_CLIENT_ID', secret: 'SHOPIFY_CLIENT_SECRET' },
  hosts: {
    shop: { variable: 'SHOPIFY_SHOP_URL', standard: 'https://{shop}.myshopify.com', isTemplate: true },
    seller: {
      variable: 'SHOPIFY_ADMIN_URL',
      standard: 'https://admin.shopify.com/store/{shop}',
      isTemplate: true,
    },
  },
  extra: {},
};
