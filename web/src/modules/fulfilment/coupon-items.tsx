import { Form, Input } from 'antd';
import { useFulfilmentText } from './fulfilment.texts.ts';

export interface CouponFields {
  readonly coupon_no?: string;
  readonly auth_no?: string;
}

const couponNumber = /^\d{9}$/;
const authNumber = /^\d{4}$/;

export const isCouponAnswered = ({ coupon_no: coupon = '', auth_no: auth = '' }: CouponFields): boolean =>
  couponNumber.test(coupon) && authNumber.test(auth);

/** Form items for the buyer's coupon code, if the channel issues one. */
export function CouponItems() {
  const t = useFulfilmentText();
  return (
    <>
      <Form.Item
        name="coupon_no"
        label={t('couponNumber')}
        rules={[
          { required: true, message: t('couponRequired') },
          { pattern: couponNumber, message: t('couponDigits') },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" maxLength={9} />
      </Form.Item>
      <Form.Item
        name="auth_no"
        label={t('authNumber')}
        rules={[
          { required: true, message: t('authRequired') },
          { pattern: authNumber, message: t('authDigits') },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" maxLength={4} />
      </Form.Item>
    </>
  );
}
