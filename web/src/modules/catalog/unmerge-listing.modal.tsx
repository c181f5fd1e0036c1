import type { VariantListing } from '@evenstock/contract/listings';
import { unmergeFromVariant } from '@evenstock/contract/merges';
import type { Variant } from '@evenstock/contract/variants';
import { App, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/channel-mark.tsx';
import { Count } from '../../ui/money.tsx';
import { notifyFailure } from '../../ui/notices.ts';
import { useCatalogText } from './catalog.texts.ts';

interface UnmergeListingProps {
  readonly variant: Variant;
  readonly listing: VariantListing;
  readonly onClose: () => void;
}

/** Takes a listing out of its SKU; the two numbers always add up to what is shared now. */
export function UnmergeListingModal({ variant, listing, onClose }: UnmergeListingProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const [leaves, setLeaves] = useState<number | null>(listing.unmerge_quantity ?? 0);
  const unmerge = useWrite(unmergeFromVariant, ['variants', 'stock_movements']);
  const shared = variant.quantity;

  function go(): void {
    if (leaves === null) return;
    unmerge.mutate(
      {
        params: { storeId, variantListingId: listing.id },
        body: { variant_listing: { quantity: leaves, shared_quantity: shared - leaves } },
      },
      {
        onSuccess: () => {
          void message.success(t('unmerged'));
          onClose();
        },
        onError: (thrown) =>
          notifyFailure(thrown, t('unmergeFailed'), (reason) => t('unmergeFailedBecause', { reason })),
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
      onCancel={onClose}
    >
      <p>{t('unmergeText', { quantity: shared })}</p>
      <div className="es-divide">
        <label>
          <span>
            {t('unmergeLeaves')}{' '}
            <span className="es-quiet">
              <MarketplaceName marketplace={listing.marketplace} />
            </span>
          </span>
          <InputNumber autoFocus value={leaves} precision={0} onChange={setLeaves} />
        </label>
        <span aria-hidden="true">+</span>
        <label>
          <span>{t('unmergeStays')}</span>
          <InputNumber
            value={leaves === null ? null : shared - leaves}
            precision={0}
            onChange={(value) => setLeaves(value === null ? null : shared - value)}
          />
        </label>
        <span className="es-divide-sum">
          = <Count value={shared} />
        </span>
      </div>
      {leaves === null && <p className="es-error">{t('unmergeWhole')}</p>}
    </Modal>
  );
}
