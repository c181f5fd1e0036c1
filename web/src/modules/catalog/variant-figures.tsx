import type { Variant } from '@evenstock/contract/catalog/variants';
import { Link, useSearchParams } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { Figure, Figures } from '../../ui/values/figures.tsx';
import { Count } from '../../ui/values/money.tsx';
import { useCatalogText } from './product/catalog.texts.ts';
import { DecidedWhen } from './listings/decided-when.tsx';
import { LastUnits } from './settings/last-units.tsx';
import { ReorderPoint } from './settings/reorder-point.tsx';
import { SafetyStock } from './settings/safety-stock.tsx';
import { DaysLeft, QuantityFlags, VariantNumber } from './product/variant-quantity.tsx';

interface VariantFiguresProps {
  readonly variant: Variant;
  readonly withInactive: boolean;
}

/** The quantity first, then the most asked-for figures. */
export function VariantFigures({ variant, withInactive }: VariantFiguresProps) {
  const t = useCatalogText();
  const live = variant.variant_listings.filter(({ state }) => state === 'live');
  const inStep = live.filter(({ sync }) => sync.state === 'in_step').length;
  return (
    <Figures>
      <Figure label={t('quantity')} isFirst>
        <Explained variantId={variant.id}>
          <VariantNumber variant={variant} />
        </Explained>
        <QuantityFlags variant={variant} />
        <KeptBack variant={variant} />
      </Figure>
      <Figure label={t('sales30')}>
        <Count value={variant.past_30_days_sales_count} />
        {variant.part_of.length > 0 && <small className="es-cell-sub">{t('salesWithSets')}</small>}
      </Figure>
      <Figure label={t('daysTillOos')}>
        <DaysLeft days={variant.days_till_oos} />
      </Figure>
      <ReorderPoint variant={variant} />
      <SafetyStock variant={variant} />
      <LastUnits variant={variant} />
      <Figure label={t('inStep')}>
        <span className={inStep < live.length ? 'es-differs' : undefined}>
          <Count value={inStep} />
        </span>{' '}
        <small className="es-quiet">{t('ofAll', { count: live.length })}</small>
      </Figure>
      <Figure label={t('deletedListings')}>
        {variant.deleted_listings_count === 0 ? (
          t('none')
        ) : (
          <>
            {t('yes')} <ToggleDeleted isShown={withInactive} />
          </>
        )}
      </Figure>
    </Figures>
  );
}

/** Units that are not on sale, because a count is asked for or a difference is undecided, with the expected end. */
function KeptBack({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  return (
    <>
      <CountAsked variant={variant} />
      {variant.variant_listings.map(({ id, marketplace, difference }) =>
        difference === null || difference.units > 0 ? null : (
          <small key={id} className="es-cell-sub">
            {t('keptBack', { units: -difference.units, name: marketplace.name })}{' '}
            <DecidedWhen difference={difference} />
          </small>
        ),
      )}
    </>
  );
}

/** The request to count the SKU after a restore, with a link to the page for it. */
function CountAsked({ variant: { count_asked: asked } }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  if (asked === null) return null;
  const says = asked.kept_back > 0 ? 'keptBackToCount' : asked.is_held ? 'heldToCount' : 'checkCount';
  return (
    <>
      <small className="es-cell-sub">{t(says, { units: asked.kept_back })}</small>
      <small className="es-cell-sub">
        <Link to={`/stores/${storeId}/products/counts`}>{t('countStock')}</Link>
      </small>
    </>
  );
}

function ToggleDeleted({ isShown }: { readonly isShown: boolean }) {
  const t = useCatalogText();
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  if (isShown) next.delete('deleted');
  else next.set('deleted', 'shown');
  return (
    <small>
      <Link to={{ search: next.toString() }} replace preventScrollReset>
        {isShown ? t('hide') : t('show')}
      </Link>
    </small>
  );
}
