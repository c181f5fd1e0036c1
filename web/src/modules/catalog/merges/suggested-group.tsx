import type { VariantGroup } from '@evenstock/contract/catalog/suggested-merges';
import { Tag, Tooltip } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { Explained } from '../../../ui/dialogs/explained.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { LiveMarks } from '../product/live-marks.tsx';
import { useMergingText } from './merging.texts.ts';
import { Picture } from '../product/variant-quantity.tsx';

interface GroupVariantsProps {
  readonly group: Pick<VariantGroup, 'variants' | 'made_anew' | 'variant_barcodes'>;
  /** The SKUs have different codes, so that each is shown with its own. */
  readonly withSkus?: boolean;
  /** The quantity after the merge. */
  readonly becomes: number;
  /** Platform admins see the ids of the records as well. */
  readonly isStaff: boolean;
}

/** What the barcodes of a suggestion say of it; nothing where too few of its SKUs have any. */
export function BarcodeVerdict({ group: { barcodes } }: { readonly group: Pick<VariantGroup, 'barcodes'> }) {
  const t = useMergingText();
  if (barcodes === null) return null;
  return barcodes === 'same' ? (
    <Tag color="success">{t('sameBarcode')}</Tag>
  ) : (
    <Tooltip title={t('otherBarcodesHint')}>
      <Tag color="warning">{t('otherBarcodes')}</Tag>
    </Tooltip>
  );
}

/** The SKUs of a suggestion with their quantities; those that would change are highlighted. */
export function GroupVariants({ group, becomes, isStaff, withSkus = false }: GroupVariantsProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const codes = new Map(group.variant_barcodes.map((each) => [each.variant_id, each.codes.join(', ')]));
  return (
    <ul className="es-merge-group">
      {group.variants.map((variant) => (
        <li key={variant.id}>
          <Picture url={variant.product.product_image} size={24} />
          <LiveMarks variant={variant} />
          <span className="es-merge-who">
            <span>
              <Link to={`/stores/${storeId}/variants/${variant.slug}`}>{variant.full_product_name}</Link>
              {group.made_anew.includes(variant.id) && (
                <Tooltip title={t('madeAnewHint')}>
                  <Tag className="es-merge-anew">{t('madeAnew')}</Tag>
                </Tooltip>
              )}
            </span>
            {withSkus && <Code>{variant.sku}</Code>}
            {codes.has(variant.id) && (
              <small className="es-quiet">{t('barcodesOf', { codes: codes.get(variant.id) ?? '' })}</small>
            )}
            {isStaff && (
              <small className="es-quiet">
                {t('variantId')} {variant.id} · {t('listingIds')}{' '}
                {variant.variant_listings.map(({ id }) => id).join(', ')}
              </small>
            )}
          </span>
          <span className={variant.quantity === becomes ? 'es-quiet' : 'es-differs'}>
            <Explained variantId={variant.id}>
              <Count value={variant.quantity} />
            </Explained>
          </span>
        </li>
      ))}
    </ul>
  );
}
