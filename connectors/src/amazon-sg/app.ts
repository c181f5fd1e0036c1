import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'AMAZON_CLIENT_ID', secret: 'AMAZON_CLIENT_SECRET' },
  hosts: {
    api: { variable: 'AMAZON_API_URL', standard: 'https://sellingpartnerapi-fe.amazon.com' },
    auth: { variable: 'AMAZON_AUTH_URL', standard: 'https://api.amazon.com' },
    seller: { variable: 'AMAZON_SELLER_URL', standard: 'https://sellercentral.amazon.sg' },
  },
  extra: { application_id: 'AMAZON_APPLICATION_ID' },
};
