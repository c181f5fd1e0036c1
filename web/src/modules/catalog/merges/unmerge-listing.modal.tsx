import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { unmergeFromVariant } from '@evenstock/contract/catalog/merges';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { useState } from 'react';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { DivideQuantity, marketplacesOf } from './divide-quantity.tsx';

interface UnmergeListingProps {
  readonly variant: Variant;
  readonly listing: VariantListing;
  readonly onClose: () => void;
}

/** Takes a listing out of its SKU; the two numbers always add up to the shared quantity. */
export function UnmergeListingModal({ variant, listing, onClose }: UnmergeListingProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const [offered] = useState(listing.unmerge_quantity ?? 0);
  const [leaves, setLeaves] = useState<number | null>(offered);
  const unmerge = useWrite(unmergeFromVariant, ['variants', 'stock_movements']);
  const shared = variant.quantity;
  const close = useUnsaved({ isUnsaved: () => !unmerge.isPending && leaves !== offered, onClose });

  function go(): void {
    if (leaves === null) return;
    unmerge.mutate(
      {
        params: { storeId, variantListingId: listing.id },
        body: { variant_listing: { quantity: leaves, shared_quantity: shared - leaves } },
      },
      {
        onSuccess: () => {
          message.success(t('unmerged'));
          onClose();
        },
        onError: (thrown) => notifyFailure(thrown, t('unmergeFailed')),
      },
    );
  }

  return (
    <Modal
      open
      title={t('unmergeTitle', { name: listing.product_listing.name })}
      okText={t('unmerge')}
      cancelText={t('cancel')}
      confirmLoading={unmerge.isPending}
      okButtonProps={{ disabled: leaves === null }}
      onOk={go}
      onCancel={close}
    >
      <p>{t('unmergeText', { quantity: shared })}</p>
      <DivideQuantity
        autoFocus
        shared={shared}
        leaves={leaves}
        onChange={setLeaves}
        leaving={listing.marketplace.name}
        staying={marketplacesOf(
          variant.variant_listings.filter((other) => other.deleted_at === null),
          listing.id,
        )}
      />
      {leaves === null && <p className="es-error">{t('unmergeWhole')}</p>}
    </Modal>
  );
}
