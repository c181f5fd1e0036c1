import { dismissAction } from '@evenstock/contract/actions/actions';
import {
  updateVariantListing,
  type ListingDetail,
  type ListingWork,
} from '@evenstock/contract/catalog/product-listings';
import { Alert, Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useListingsText } from './listings.texts.ts';
import { useListingActs, type ListingAct } from './use-listing-acts.ts';

const looks = {
  waiting: { colour: 'blue', glyph: 'clock', type: 'info' },
  sent: { colour: 'blue', glyph: 'clock', type: 'info' },
  unknown: { colour: 'yellow', glyph: 'clock', type: 'info' },
  done: { colour: 'green', glyph: 'check', type: 'success' },
  refused: { colour: 'red', glyph: 'cross', type: 'error' },
} as const;

/** Actions on a listing: those under way, recently confirmed ones, and refused ones until they are dismissed. */
export function ListingWorks({ listing }: { readonly listing: ListingDetail }) {
  return (
    <div className="es-works" aria-live="polite">
      {listing.works.map((work) => (
        <Work key={work.id} listing={listing} work={work} />
      ))}
    </div>
  );
}

interface WorkProps {
  readonly listing: ListingDetail;
  readonly work: ListingWork;
}

function Work({ listing, work }: WorkProps) {
  const t = useListingsText();
  const { can } = useStore();
  const title = useWorkTitle(listing, work);
  const description = useWorkHint(listing, work);
  const { type, ...look } = looks[work.state];
  const mayAct = can('product.work');
  return (
    <Alert
      type={work.needs_you ? 'warning' : type}
      title={
        <span className="es-works-line">
          <StateTag {...look}>{t(`state_${work.state}`)}</StateTag>
          <span>{title}</span>
          <Time at={work.finished_at ?? work.asked_at} />
        </span>
      }
      description={description}
      action={
        mayAct && (
          <span className="es-works-line">
            {work.state === 'refused' && <TryAgain listing={listing} work={work} />}
            {(work.state === 'refused' || work.needs_you) && <Dismiss work={work} />}
          </span>
        )
      }
    />
  );
}

function useWorkTitle(listing: ListingDetail, work: ListingWork): string {
  const t = useListingsText();
  switch (work.kind) {
    case 'listing.price': {
      const price = work.formatted_price ?? '';
      const sku = listing.variant_listings.find(({ id }) => id === work.variant_listing_id);
      const isOnly = sku === undefined || listing.variant_listings.length === 1;
      return isOnly ? t('work_price', { price }) : t('work_priceOf', { price, name: sku.name });
    }
    case 'listing.rename':
      return t('work_name', { name: work.name ?? '' });
    case 'listing.delist':
      return t('work_delist');
    case 'listing.relist':
      return t('work_relist');
    case 'listing.remove':
      return t('work_remove');
  }
}

function useWorkHint(listing: ListingDetail, work: ListingWork): string | undefined {
  const t = useListingsText();
  const messageText = useMessageText();
  const marketplace = listing.marketplace.name;
  if (work.needs_you) return t('lookThere', { marketplace });
  switch (work.state) {
    case 'waiting':
      return t('hint_waiting');
    case 'sent':
      return t('hint_sent', { marketplace });
    case 'unknown':
      return t('hint_unknown', { marketplace });
    case 'done':
      return undefined;
    case 'refused':
      return work.outcome === null
        ? undefined
        : messageText({ ...work.outcome.message, text: work.outcome.reason });
  }
}

const again: Readonly<Partial<Record<ListingWork['kind'], ListingAct>>> = {
  'listing.delist': 'delist',
  'listing.relist': 'relist',
  'listing.remove': 'delete',
};

/** The button that repeats the action. */
function TryAgain({ listing, work }: WorkProps) {
  const t = useListingsText();
  const { storeId } = useStore();
  const { inProgress, run } = useListingActs();
  const update = useWrite(updateVariantListing, ['variants', 'actions']);
  const act = again[work.kind];
  const variantListingId = work.variant_listing_id ?? listing.variant_listings[0]?.id;
  if (act !== undefined && !listing.actions.includes(act)) return null;

  function edit(): void {
    if (variantListingId === undefined) return;
    const change = {
      ...(work.price === null ? {} : { price: work.price }),
      ...(work.name === null ? {} : { product_listing_attributes: { id: listing.id, name: work.name } }),
    };
    update.mutate(
      { params: { storeId, variantListingId }, body: { variant_listing: change } },
      {
        onSuccess: () => notify({ kind: 'success', text: t('variantUpdated') }),
        onError: (thrown) => notifyFailure(thrown, t('variantFailed'), (reason) => reason),
      },
    );
  }

  return (
    <Button
      size="small"
      loading={update.isPending || inProgress.includes(listing.id)}
      onClick={() => (act === undefined ? edit() : void run(listing, act))}
    >
      {t('tryAgain')}
    </Button>
  );
}

function Dismiss({ work }: { readonly work: ListingWork }) {
  const t = useListingsText();
  const { storeId } = useStore();
  const dismiss = useWrite(dismissAction, ['actions']);
  return (
    <Button
      size="small"
      type="text"
      loading={dismiss.isPending}
      onClick={() =>
        dismiss.mutate(
          { params: { storeId, actionId: work.id } },
          { onError: (thrown) => notifyFailure(thrown, t('dismissFailed'), (reason) => reason) },
        )
      }
    >
      {t(work.state === 'refused' ? 'dismiss' : 'iHaveLooked')}
    </Button>
  );
}
