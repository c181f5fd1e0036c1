import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'LAZADA_APP_KEY', secret: 'LAZADA_APP_SECRET' },
  hosts: {
    api: { variable: 'LAZADA_API_URL', standard: 'https://api.lazada.sg/rest' },
    auth: { variable: 'LAZADA_AUTH_URL', standard: 'https://auth.lazada.com/rest' },
    authorize: { variable: 'LAZADA_AUTHORIZE_URL', standard: 'https://auth.lazada.com/oauth/authorize' },
    seller: { variable: 'LAZADA_SELLER_URL', standard: 'https://sellercenter.lazada.sg' },
  },
  extra: {},
};
