import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { useAllowSync } from '../product/allow-sync.tsx';
import { openedHere } from '../../../ui/dialogs/open-dialog.ts';
import { useBoost } from './boost-listing.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { ForceZeroModal } from './force-zero.modal.tsx';

export interface ListingActionsProps {
  readonly listing: VariantListing;
  readonly onUnmerge: (listing: VariantListing) => void;
}

/** The actions on one listing. */
export function ListingActions({ listing, onUnmerge }: ListingActionsProps) {
  const t = useCatalogText();
  const { can, storeId } = useStore();
  const navigate = useNavigate();
  const allowSync = useAllowSync();
  const boost = useBoost(listing);
  const { is_merged: isMerged, can_boost: canBoost } = listing;
  const { edit_url: editUrl, slug } = listing.product_listing;
  const page = `/stores/${storeId}/product_listings/${slug}`;
  const [isScheduling, setIsScheduling] = useState(false);
  if (!can('product.work') || listing.deleted_at !== null) return null;
  const boostLabel = listing.product_listing.is_boosted ? t('stopBumping') : t('startBumping');
  const menu = (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'edit', label: t('editListing') },
          ...(editUrl === null
            ? []
            : [
                {
                  key: 'there',
                  label: (
                    <a href={editUrl} target="_blank" rel="noreferrer">
                      {t('editThere')}
                    </a>
                  ),
                },
              ]),
          ...(canBoost ? [{ key: 'boost', label: boostLabel, disabled: boost.isBusy }] : []),
          { key: 'schedule', label: t('editSchedule') },
          ...(isMerged ? [{ key: 'unmerge', label: t('unmerge') }] : []),
        ],
        onClick: ({ key }) => {
          if (key === 'boost') boost.toggle();
          else if (key === 'edit')
            allowSync(() => void navigate(`${page}?open=edit-${String(listing.id)}`, { state: openedHere }));
          else if (key === 'schedule') allowSync(() => setIsScheduling(true));
          else allowSync(() => onUnmerge(listing));
        },
      }}
    >
      <Button
        type="text"
        icon={<MoreOutlined />}
        loading={boost.isPending}
        aria-label={t('moreActionsFor', { name: listing.marketplace.name })}
      />
    </Dropdown>
  );
  return (
    <>
      {menu}
      {isScheduling && <ForceZeroModal listing={listing} onClose={() => setIsScheduling(false)} />}
    </>
  );
}
