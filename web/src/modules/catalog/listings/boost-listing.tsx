import { boostListing } from '@evenstock/contract/catalog/boosts';
import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { Tooltip } from 'antd';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { StateTag } from '../../../ui/values/state-tag.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';

interface Boost {
  /** Whether the call is under way. */
  readonly isPending: boolean;
  /** Whether the call is under way or the marketplace has not confirmed it yet. */
  readonly isBusy: boolean;
  toggle(): void;
}

/** Starts or stops the boost of a listing's item and shows the result. */
export function useBoost(listing: VariantListing): Boost {
  const t = useCatalogText();
  const { storeId } = useStore();
  const boost = useWrite(boostListing, ['variants', 'actions']);
  const { channel, name } = listing.marketplace;
  const stops = listing.product_listing.is_boosted;

  function toggle(): void {
    boost.mutate(
      { params: { storeId, variantListingId: listing.id } },
      {
        onSuccess: ({ variant_listing: after }) => {
          if (after.boost_action !== null) message.info(t('bumpWaits', { name }));
          else message.success(stops ? t('unbumped', { channel }) : t('bumped', { channel }));
        },
        onError: (thrown) => notifyFailure(thrown, stops ? t('unbumpFailed') : t('bumpFailed')),
      },
    );
  }

  const { isPending } = boost;
  return { isPending, isBusy: isPending || listing.boost_action !== null, toggle };
}

/** The state of the boost of a listing's item, if there is one. */
export function BoostTag({ listing }: { readonly listing: VariantListing }) {
  const t = useCatalogText();
  const { boost_action: action, product_listing: item, marketplace } = listing;
  if (action !== null) {
    return (
      <Tooltip title={t(`bumpHint_${action.state === 'waiting' ? 'waiting' : 'sent'}`)}>
        <small className="es-cell-sub" tabIndex={0}>
          <StateTag colour="yellow" glyph="clock">
            {t('bumpWaits', { name: marketplace.name })}
          </StateTag>
        </small>
      </Tooltip>
    );
  }
  if (!item.is_boosted || item.last_boosted_at === null) return null;
  return (
    <small className="es-cell-sub">
      {t('bumpedAt')} <Time at={item.last_boosted_at} relative="only" />
    </small>
  );
}
