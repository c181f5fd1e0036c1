import { showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { Button, Tabs, Tooltip } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code } from '../../ui/values/money.tsx';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { AdjustVariantModal } from './settings/adjust-variant.modal.tsx';
import { Barcodes } from './barcodes/barcodes.tsx';
import { useAllowSync } from './product/allow-sync.tsx';
import './product/catalog.css';
import { useCatalogText } from './product/catalog.texts.ts';
import { MadeOf } from './settings/made-of.tsx';
import { mergeOfDialog, undoDialog, UndoMergeModal } from './merges/undo-merge.tsx';
import { useMergingText } from './merges/merging.texts.ts';
import { PinVariant } from './pin-variant.tsx';
import { ForceUpdateQuantity, PullVariant } from './pull-variant.tsx';
import { VariantFigures } from './variant-figures.tsx';
import { VariantListings } from './variant-listings.tsx';
import { Picture } from './product/variant-quantity.tsx';

interface VariantDetailPageProps {
  /** The short explanation of the quantity. */
  readonly WhyQuantity: ComponentType<{ readonly variant: Variant }>;
  /** All movements, in a dialog over the page. */
  readonly Movements: ComponentType<{ readonly variant: Variant; readonly onClose: () => void }>;
  /** The activities of the SKU, in a tab. */
  readonly activities: { readonly label: string; readonly content: (variant: Variant) => ReactNode };
}

/** One SKU: its quantity with an explanation, and all its listings. */
export function VariantDetailPage(slots: VariantDetailPageProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { variantId = '', productSlug } = useParams();
  const [search] = useSearchParams();
  const withInactive = search.get('deleted') === 'shown';
  const query = useCall(
    showVariant,
    { params: { storeId, variantId }, query: withInactive ? { with_inactive: true } : {} },
    { live: ['variants', 'stock_movements', 'actions'] },
  );
  const products = `/stores/${storeId}/products`;
  const back = { to: products, label: t('backToProducts') };
  // `/variants/{id}` may also be the address of a product.
  const notHere =
    productSlug === undefined ? (
      <Navigate to={`${products}/${variantId}`} replace />
    ) : (
      <NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />
    );
  return (
    <PageState query={query} notHere={notHere} lines={10}>
      {({ variant }) => <VariantDetail variant={variant} withInactive={withInactive} {...slots} />}
    </PageState>
  );
}

interface VariantDetailProps extends VariantDetailPageProps {
  readonly variant: Variant;
  readonly withInactive: boolean;
}

function VariantDetail({ variant, withInactive, WhyQuantity, Movements, activities }: VariantDetailProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { productSlug, variantId } = useParams();
  const products = `/stores/${storeId}/products`;
  const { product } = variant;
  const tab = useTabKey(`${products}/${product.slug}/variants/${variant.slug}`, ['', 'activities']);
  const isMergedAway = variantId !== variant.slug && variantId !== String(variant.id);
  if (isMergedAway || (productSlug !== undefined && productSlug !== product.slug)) {
    return <Navigate to={`${products}/${product.slug}/variants/${variant.slug}`} replace />;
  }
  return (
    <>
      <PageHeader
        title={variant.full_product_name}
        trail={[{ label: t('products'), to: products }]}
        picture={<Picture url={product.product_image} size={56} />}
        aside={<LiveIndicator />}
        subtitle={
          <>
            <Code>{variant.sku}</Code> · <Link to={`${products}/${product.slug}`}>{product.name}</Link>
            {variant.name !== '' && variant.name !== product.name && <> · {variant.name}</>}
            {variant.is_pinned && <> · {t('pinned')}</>}
          </>
        }
        actions={<VariantActions variant={variant} Movements={Movements} />}
      />
      <Tabs
        activeKey={tab.active}
        onChange={tab.open}
        items={[
          { key: '', label: t('variant') },
          { key: 'activities', label: activities.label },
        ]}
      />
      {tab.active === 'activities' ? (
        activities.content(variant)
      ) : (
        <>
          <VariantFigures variant={variant} withInactive={withInactive} />
          <MadeOf variant={variant} />
          <Barcodes variant={variant} />
          {!variant.is_set && <WhyQuantity variant={variant} />}
          <VariantListings variant={variant} />
        </>
      )}
    </>
  );
}

function VariantActions({ variant, Movements }: Pick<VariantDetailProps, 'variant' | 'Movements'>) {
  const t = useCatalogText();
  const { can } = useStore();
  const allowSync = useAllowSync();
  const [adjusting, setAdjusting] = useState(false);
  const { dialog, open, close } = useOpenDialog();
  const undoing = mergeOfDialog(dialog);
  return (
    <>
      <PinVariant variant={variant} />
      {can('product.work') && <PullVariant variant={variant} />}
      <ForceUpdateQuantity variant={variant} />
      {variant.last_merge !== null && can('product.work') && (
        <UndoLastMerge mergeId={variant.last_merge.id} onOpen={open} />
      )}
      <Button onClick={() => open('stock_movements')}>{t('stockMovements')}</Button>
      {can('product.work') && (
        <Tooltip title={variant.is_set ? t('adjustSetHint') : null}>
          <Button
            type="primary"
            disabled={variant.is_set}
            onClick={() => allowSync(() => setAdjusting(true))}
          >
            {t('adjust')}
          </Button>
        </Tooltip>
      )}
      {undoing !== null && <UndoMergeModal mergeId={undoing} onClose={close} />}
      {dialog === 'stock_movements' && <Movements variant={variant} onClose={close} />}
      {adjusting && <AdjustVariantModal variant={variant} onClose={() => setAdjusting(false)} />}
    </>
  );
}

/** The button of the newest merge that can be undone; its dialog is in the address. */
function UndoLastMerge({
  mergeId,
  onOpen,
}: {
  readonly mergeId: number;
  readonly onOpen: (dialog: string) => void;
}) {
  const t = useMergingText();
  const allowSync = useAllowSync();
  return <Button onClick={() => allowSync(() => onOpen(undoDialog(mergeId)))}>{t('undo')}</Button>;
}
