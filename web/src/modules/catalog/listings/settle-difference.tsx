import { settleDifference, type VariantListing } from '@evenstock/contract/catalog/listings';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { signed } from '../../../i18n/minus.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { DecidedWhen } from './decided-when.tsx';

interface SettleDifferenceProps {
  readonly variant: Pick<Variant, 'quantity'>;
  readonly listing: VariantListing;
}

/** When the difference of a listing will be decided, and two buttons to decide it now; no buttons while the read may be stale. */
export function SettleDifference({ variant, listing }: SettleDifferenceProps) {
  const t = useCatalogText();
  const { can, storeId } = useStore();
  const confirm = useConfirm();
  const settle = useWrite(settleDifference, ['variants', 'stock_movements']);
  const { difference, marketplace } = listing;
  if (difference === null) return null;
  const { units, is_doubtful: isDoubtful } = difference;
  const after = variant.quantity + units;

  const ask = (verdict: 'count' | 'put_back') => () => {
    const isCounted = verdict === 'count';
    confirm({
      title: isCounted
        ? t('countTitle', { after })
        : t('putBackTitle', { name: marketplace.name, quantity: variant.quantity }),
      content: isCounted
        ? t('countText', { name: marketplace.name, units: signed(units), quantity: variant.quantity })
        : t('putBackText', { name: marketplace.name }),
      ok: isCounted ? t('countIt') : t('putBack'),
      onOk: () =>
        settle
          .mutateAsync({
            params: { storeId, variantListingId: listing.id },
            body: { difference: { units, verdict } },
          })
          .then(() =>
            message.success(isCounted ? t('counted') : t('putBackDone', { name: marketplace.name })),
          )
          .catch((thrown: unknown) => notifyFailure(thrown, t('settleFailed'))),
    });
  };

  return (
    <div className="es-settle">
      <span className="es-quiet">
        <DecidedWhen difference={difference} />
      </span>
      {can('product.work') && !isDoubtful && (
        <>
          <Button size="small" disabled={settle.isPending} onClick={ask('count')}>
            {t('countIt')}
          </Button>
          <Button size="small" disabled={settle.isPending} onClick={ask('put_back')}>
            {t('putBackTo', { quantity: Math.max(0, variant.quantity) })}
          </Button>
        </>
      )}
    </div>
  );
}
