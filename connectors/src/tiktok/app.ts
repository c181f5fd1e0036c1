import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'TIKTOK_APP_KEY', secret: 'TIKTOK_APP_SECRET' },
  hosts: {
    api: { variable: 'TIKTOK_API_URL', standard: 'https://open-api.tiktokglobalshop.com' },
    auth: { variable: 'TIKTOK_AUTH_URL', standard: 'https://auth.tiktok-shops.com' },
    authorize: {
      variable: 'TIKTOK_AUTHORIZE_URL',
      standard: 'https://services.tiktokshop.com/open/authorize',
    },
    seller: { variable: 'TIKTOK_SELLER_URL', standard: 'https://seller-sg.tiktok.com' },
  },
  quota: {
    variable: 'TIKTOK_CALLS_PER_SECOND',
    groups: ['stock', 'products', 'orders', 'fulfilment', 'aftersales', 'shop'],
  },
  extra: { service_id: 'TIKTOK_SERVICE_ID' },
};
