import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: { id: 'TOKOPEDIA_CLIENT_ID', secret: 'TOKOPEDIA_CLIENT_SECRET' },
  hosts: {
    api: { variable: 'TOKOPEDIA_API_URL', standard: 'https://fs.tokopedia.net' },
    auth: { variable: 'TOKOPEDIA_AUTH_URL', standard: 'https://accounts.tokopedia.com' },
  },
  quota: { variable: 'TOKOPEDIA_CALLS_PER_SECOND', groups: ['stock', 'products', 'orders'] },
  extra: { fs_id: 'TOKOPEDIA_FS_ID', webhook_secret: 'TOKOPEDIA_WEBHOOK_SECRET' },
};
