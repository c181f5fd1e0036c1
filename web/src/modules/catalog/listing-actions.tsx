import type { VariantListing } from '@evenstock/contract/listings';
import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { useAllowSync } from './allow-sync.tsx';
import { useBoost } from './boost-listing.tsx';
import { useCatalogText } from './catalog.texts.ts';

export interface ListingActionsProps {
  readonly listing: VariantListing;
  readonly onUnmerge: (listing: VariantListing) => void;
}

/** What can be done to one listing. */
export function ListingActions({ listing, onUnmerge }: ListingActionsProps) {
  const t = useCatalogText();
  const { can, storeId } = useStore();
  const navigate = useNavigate();
  const allowSync = useAllowSync();
  const boost = useBoost(listing);
  const { is_merged: isMerged, can_boost: canBoost } = listing;
  const { edit_url: editUrl, slug } = listing.product_listing;
  const page = `/stores/${storeId}/product_listings/${slug}`;
  if (!can('product.work')) return null;
  const boostLabel = listing.product_listing.is_boosted ? t('stopBumping') : t('startBumping');
  return (
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
          ...(isMerged ? [{ key: 'unmerge', label: t('unmerge') }] : []),
        ],
        onClick: ({ key }) => {
          if (key === 'boost') boost.toggle();
          else if (key === 'edit') allowSync(() => void navigate(`${page}?open=edit-${String(listing.id)}`));
          else if (key === 'unmerge') allowSync(() => onUnmerge(listing));
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
}
