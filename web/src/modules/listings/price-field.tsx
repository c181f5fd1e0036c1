import { Form, Input } from 'antd';
import { useListingsText } from './listings.texts.ts';

const LEAST = 0.1;

/** A price in the major unit of its currency. */
export function PriceField({ currency }: { readonly currency: string | null }) {
  const t = useListingsText();
  return (
    <Form.Item
      name="price"
      label={t('priceIn', { currency: currency ?? '' })}
      rules={[
        { required: true, whitespace: true, message: t('priceRequired') },
        {
          validator: (_, text: string) =>
            text.trim() !== '' && !(Number(text) >= LEAST)
              ? Promise.reject(new Error(t('priceLeast')))
              : Promise.resolve(),
        },
      ]}
    >
      <Input inputMode="decimal" autoComplete="off" />
    </Form.Item>
  );
}
