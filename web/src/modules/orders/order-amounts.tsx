import { formatMoney, toMinor } from '@evenstock/contract/values/money';
import type { Order } from '@evenstock/contract/orders/orders';
import { withMinus } from '../../i18n/minus.ts';
import { Code, Money } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { amountLines } from './order-amounts.rules.ts';
import { OrderTotal } from './order-total.tsx';
import { useOrdersText } from './orders.texts.ts';

const labels = {
  subtotal: 'subtotal',
  shipping_fee: 'shippingFee',
  voucher: 'voucher',
  coin: 'coin',
  credit_card_promotion: 'creditCardPromotion',
  seller_discount: 'sellerDiscount',
  cart_discount: 'cartDiscount',
  discount: 'discount',
  tax: 'tax',
  service_fee: 'serviceFee',
  insurance: 'insurance',
  gift_wrap: 'giftWrap',
  tip: 'tip',
  other: 'otherAmount',
} as const;

/** The buyer's total and its parts. Amounts that the marketplace does not report are left out. */
export function OrderAmounts({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  return (
    <Panel title={t('amounts')} hint={order.currency}>
      <dl className="es-sums">
        {amountLines(order).map(({ name, formatted }) => (
          <div key={name}>
            <dt>{t(labels[name])}</dt>
            <dd>
              <Money formatted={formatted} />
            </dd>
          </div>
        ))}
        <div className="es-sum">
          <dt>{t('totalAmount')}</dt>
          <dd>
            <OrderTotal order={order} strong />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Bundles and other promotions of the marketplace on this order. */
export function OrderPromotions({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const { activities: promotions, currency } = order;
  const shown = (amount: number) => withMinus(formatMoney(toMinor(amount, currency), currency));
  if (promotions.length === 0) return null;
  return (
    <Panel title={t('promotions')}>
      {promotions.map((promotion, index) => (
        <dl className="es-sums" key={index}>
          <div>
            <dt>
              {promotion.activity_type === 'BUNDLE'
                ? t('bundle')
                : (promotion.name ?? promotion.activity_type)}
            </dt>
          </div>
          {promotion.items.map((item) => (
            <div key={item.variation_id}>
              <dt>
                <Code>{t('variation', { id: item.variation_id })}</Code>
              </dt>
              <dd className="es-number">{shown(item.original_price)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('originalPrice')}</dt>
            <dd className="es-number">{shown(promotion.original_price)}</dd>
          </div>
          <div>
            <dt>{t('discountedPrice')}</dt>
            <dd className="es-number">{shown(promotion.discounted_price)}</dd>
          </div>
        </dl>
      ))}
    </Panel>
  );
}
