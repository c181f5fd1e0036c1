import type { ChannelKind } from '@evenstock/contract/channels/channels';

/** An answer that refuses, as each vendor words it. */
export const refusing: Readonly<Record<ChannelKind, (said: string) => unknown>> = {
  lazada: (said) => ({ code: 'E001', type: 'ISP', message: said, request_id: 'r' }),
  shopee: (said) => ({ error: 'error_param', message: said, request_id: 'r' }),
  shopify: (said) => ({ errors: [{ message: said }] }),
  tiktok: (said) => ({ code: 36009004, message: said, request_id: 'r', data: null }),
  tokopedia: (said) => ({
    header: { process_time: 0, messages: 'general', reason: said, error_code: 'ORD_API_001' },
    data: null,
  }),
  qoo10: (said) => ({ ResultObject: null, ResultCode: -10001, ResultMsg: said }),
  'amazon-sg': (said) => ({ errors: [{ code: 'InvalidInput', message: said, details: said }] }),
};
