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
          validator: (_, text: string) => {
            const price = Number(text);
            if (Number.isNaN(price)) return Promise.reject(new Error(t('priceWritten')));
            return text.trim() === '' || price >= LEAST
              ? Promise.resolve()
              : Promise.reject(new Error(t('priceLeast')));
          },
        },
      ]}
    >
      <Input inputMode="decimal" autoComplete="off" />
    </Form.Item>
  );
}
