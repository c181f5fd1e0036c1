import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { Code } from '../../../ui/values/money.tsx';
import { message } from '../../../ui/dialogs/overlays.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { LiveMarks } from '../product/live-marks.tsx';
import { MergeSelected } from './merge-selected.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from '../product/paying.ts';
import { SearchProductsModal } from './search-products.modal.tsx';
import { Picture, VariantQuantity } from '../product/variant-quantity.tsx';

/** Listings chosen by hand, and the button that merges them into one SKU. */
export function ManualMerge({ askPayment }: Paying) {
  const t = useMergingText();
  const { can } = useStore();
  const [chosen, setChosen] = useState<readonly VariantRow[]>([]);
  const [isSearching, setSearching] = useState(false);
  useUnsaved({ isUnsaved: () => chosen.length > 0 });
  if (!can('product.work')) return <p className="es-quiet">{t('manualHint')}</p>;

  function add(variant: VariantRow): void {
    if (chosen.some(({ id }) => id === variant.id)) {
      message.info(t('selectedAlready'));
      return;
    }
    setChosen([...chosen, variant]);
    message.success(t('added'));
  }

  return (
    <>
      <Panel
        title={t('chosen')}
        action={
          <span className="es-merge-actions">
            <Button onClick={() => setSearching(true)}>{t('addProduct')}</Button>
            <MergeSelected
              isPrimary
              from="manual"
              variants={chosen}
              askPayment={askPayment}
              onMerged={() => setChosen([])}
            />
          </span>
        }
        flush
      >
        <p className="es-panel-body es-quiet">{t('manualHint')}</p>
        {chosen.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nothingChosen')} />
        ) : (
          <ul className="es-merge-chosen" aria-label={t('chosen')}>
            {chosen.map((variant) => (
              <ChosenVariant
                key={variant.id}
                variant={variant}
                onRemove={() => setChosen(chosen.filter(({ id }) => id !== variant.id))}
              />
            ))}
          </ul>
        )}
      </Panel>
      {isSearching && <SearchProductsModal onPick={add} onClose={() => setSearching(false)} />}
    </>
  );
}

interface ChosenVariantProps {
  readonly variant: VariantRow;
  readonly onRemove: () => void;
}

function ChosenVariant({ variant, onRemove }: ChosenVariantProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  return (
    <li>
      <Picture url={variant.product.product_image} size={32} />
      <span className="es-merge-who">
        <Link to={`/stores/${storeId}/variants/${variant.slug}`}>{variant.full_product_name}</Link>
        <span>
          <Code>{variant.sku}</Code> <LiveMarks variant={variant} />
        </span>
      </span>
      <VariantQuantity variant={variant} />
      <Button
        type="text"
        aria-label={t('removeNamed', { name: variant.full_product_name })}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </li>
  );
}
