import type { SetPart } from '@evenstock/contract/catalog/sets';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { Explained } from '../../../ui/dialogs/explained.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { Panel } from '../../../ui/pages/panel.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { SetPartsModal } from './set-parts.modal.tsx';

/** What a set is made of, and the sets that a SKU is a part of; nothing if the store makes no sets. */
export function MadeOf({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store, can } = useStore();
  const [changing, setChanging] = useState(false);
  if (!store.makes_sets) return null;
  const { made_of: parts, part_of: sets, is_set: isSet } = variant;
  if (sets.length > 0) {
    return (
      <Panel title={t('partOf')} flush>
        <ul className="es-parts">
          {sets.map(({ variant: set, units }) => (
            <li key={set.id}>
              <Member variant={set} />
              <span className="es-quiet">{t('unitsEach', { count: units })}</span>
            </li>
          ))}
        </ul>
      </Panel>
    );
  }
  return (
    <Panel
      title={t('madeOf')}
      {...(isSet ? { hint: t('madeOfHint'), flush: true } : {})}
      {...(can('product.work')
        ? {
            action: (
              <Button size="small" onClick={() => setChanging(true)}>
                {t(isSet ? 'changeSet' : 'makeSet')}
              </Button>
            ),
          }
        : {})}
    >
      {isSet ? (
        <ul className="es-parts">
          {parts.map((part) => (
            <Part key={part.variant.id} part={part} />
          ))}
        </ul>
      ) : (
        <>
          {t('noParts')} <span className="es-quiet">{t('noPartsHint')}</span>
        </>
      )}
      {changing && <SetPartsModal variant={variant} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function Part({ part: { variant, units, quantity } }: { readonly part: SetPart }) {
  const t = useCatalogText();
  return (
    <li>
      <span className="es-parts-units">{units} ×</span>
      <Member variant={variant} />
      <span className="es-parts-number">
        <Explained variantId={variant.id}>
          <Count value={quantity} />
        </Explained>
        <small className="es-cell-sub">{t('allowsSets', { count: Math.floor(quantity / units) })}</small>
      </span>
    </li>
  );
}

function Member({ variant }: { readonly variant: SetPart['variant'] }) {
  const { storeId } = useStore();
  return (
    <span className="es-parts-name">
      <Link to={`/stores/${storeId}/products/${variant.product.slug}/variants/${variant.slug}`}>
        {variant.full_product_name}
      </Link>{' '}
      <Code>{variant.sku}</Code>
    </span>
  );
}
