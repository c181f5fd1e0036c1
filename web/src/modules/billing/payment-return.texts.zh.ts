import type { Chinese } from '../../i18n/texts.ts';
import type { usePaymentReturnText } from './payment-return.texts.ts';

export const paymentReturnChinese: Chinese<typeof usePaymentReturnText> = {
  entered: '银行卡已通过验证。',
  awaited: '支付服务商确认您的银行卡后，即显示订阅。',
  cancelled: '未添加付款方式。',
};
