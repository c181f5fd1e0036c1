import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { Tooltip } from 'antd';
import { Explained } from '../../../ui/dialogs/explained.tsx';
import { Count } from '../../../ui/values/money.tsx';
import { useCatalogText } from './catalog.texts.ts';

type Numbers = Pick<
  VariantRow,
  'id' | 'quantity' | 'on_sale' | 'is_out_of_sync' | 'has_maximum_quantity' | 'is_set'
>;

/** The shared quantity with its warnings. */
export function VariantQuantity({ variant }: { readonly variant: Numbers }) {
  return (
    <>
      <Explained variantId={variant.id}>
        <VariantNumber variant={variant} />
      </Explained>
      <QuantityFlags variant={variant} />
    </>
  );
}

export function VariantNumber({ variant }: { readonly variant: Numbers }) {
  const t = useCatalogText();
  const { quantity } = variant;
  const number = <Count value={quantity} />;
  if (quantity >= 0) return number;
  return (
    <Tooltip title={t('oversold', { count: -quantity })}>
      <span className="es-error">{number}</span>
    </Tooltip>
  );
}

export function QuantityFlags({ variant }: { readonly variant: Numbers }) {
  const t = useCatalogText();
  return (
    <>
      {variant.is_set && (
        <Tooltip title={t('setHint')}>
          <small className="es-flag">{t('set')}</small>
        </Tooltip>
      )}
      {variant.on_sale !== Math.max(0, variant.quantity) && (
        <small className="es-flag">{t('onSale', { count: variant.on_sale })}</small>
      )}
      {variant.is_out_of_sync && (
        <Tooltip title={t('outOfSyncHint')}>
          <small className="es-flag es-error">! {t('outOfSync')}</small>
        </Tooltip>
      )}
      {variant.has_maximum_quantity && (
        <Tooltip title={t('limitedHint')}>
          <small className="es-flag">{t('limited')}</small>
        </Tooltip>
      )}
    </>
  );
}

/** Days until the stock is sold out at the pace of the last 30 days. */
export function DaysLeft({ days }: { readonly days: number | null }) {
  const t = useCatalogText();
  if (days === null) return <span className="es-number es-quiet">{t('never')}</span>;
  return (
    <span className={days <= soon ? 'es-error' : undefined}>
      <Count value={days} />
    </span>
  );
}

/** One week, because an order placed today may arrive only after the stock is sold out. */
const soon = 7;

/** A product's picture, or a blank square. */
export function Picture({ url, size = 40 }: { readonly url: string | null; readonly size?: number }) {
  if (url === null)
    return <span className="es-picture" style={{ width: size, height: size }} aria-hidden="true" />;
  return <img className="es-picture" src={url} alt="" width={size} height={size} loading="lazy" />;
}
