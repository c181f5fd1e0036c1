import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'SHOPEE_PARTNER_ID', secret: 'SHOPEE_PARTNER_KEY' },
  hosts: {
    api: { variable: 'SHOPEE_API_URL', standard: 'https://partner.shopeemobile.com' },
    auth: { variable: 'SHOPEE_AUTH_URL', standard: 'https://open.shopee.com' },
    seller: { variable: 'SHOPEE_SELLER_URL', standard: 'https://seller.shopee.sg' },
  },
  extra: {},
};
