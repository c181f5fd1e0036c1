import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { Time } from '../../../ui/values/time.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';

/** When the pending difference is decided: after the next orders, or after another read if this one may be stale. */
export function DecidedWhen({
  difference: { settled_by: settledBy, is_doubtful: isDoubtful, read_again_at: readAgainAt },
}: {
  readonly difference: NonNullable<VariantListing['difference']>;
}) {
  const t = useCatalogText();
  return (
    <>
      {settledBy !== null && (
        <>
          {t('settledBy')} <Time at={settledBy} relative="only" />
        </>
      )}
      {settledBy !== null && isDoubtful && ' · '}
      {isDoubtful && t('mayBeOld')}
      {readAgainAt !== null && (
        <>
          {' · '}
          {t('readAgain')} <Time at={readAgainAt} relative="only" />
        </>
      )}
    </>
  );
}
