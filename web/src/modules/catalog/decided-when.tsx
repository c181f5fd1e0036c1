import type { VariantListing } from '@evenstock/contract/listings';
import { Time } from '../../ui/time.tsx';
import { useCatalogText } from './catalog.texts.ts';

/** Until when a difference waits: for the orders that may explain it, or for another read where it may be an old answer. */
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
