import type { AppSettings } from '../kit/app-settings.ts';

export const app: AppSettings = {
  keys: null,
  hosts: {
    api: { variable: 'QOO10_API_URL', standard: 'https://api.qoo10.sg' },
  },
  extra: {},
};
