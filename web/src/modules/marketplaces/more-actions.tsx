import { DownOutlined } from '@ant-design/icons';
import { deleteMarketplace, pullDiscounts } from '@evenstock/contract/marketplaces/marketplaces';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { RenameMarketplaceModal } from './rename-marketplace.modal.tsx';
import { ZeroFirst } from './zero-first.tsx';

interface MoreActionsProps {
  readonly marketplace: MarketplaceDetail;
  readonly connected: boolean;
}

/** The less frequent actions on a shop. Hidden if none is allowed. */
export function MoreActions({ marketplace, connected }: MoreActionsProps) {
  const t = useMarketplacesText();
  const { can } = useStore();
  const [renaming, setRenaming] = useState(false);
  const askDelete = useDelete(marketplace);
  const syncDiscounts = useSyncDiscounts(marketplace);
  const hasDiscounts = marketplace.capabilities.some(({ key, offered }) => key === 'discounts' && offered);

  const items: NonNullable<MenuProps['items']> = [];
  if (connected && hasDiscounts && can('product.work'))
    items.push({ key: 'discounts', label: t('syncDiscounts'), onClick: syncDiscounts });
  if (can('marketplace.manage')) {
    items.push({ key: 'rename', label: t('rename'), onClick: () => setRenaming(true) });
    items.push({ key: 'delete', label: t('delete'), danger: true, onClick: askDelete });
  }
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('more')}
        </Button>
      </Dropdown>
      <RenameMarketplaceModal marketplace={marketplace} open={renaming} onClose={() => setRenaming(false)} />
    </>
  );
}

function useSyncDiscounts({ slug, name }: MarketplaceDetail): () => void {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const sync = useWrite(pullDiscounts, ['marketplaces']);
  return () => {
    sync.mutate(
      { params: { storeId, marketplaceId: slug } },
      {
        onError: (error) => notifyFailure(error, t('syncDiscountsFailed', { name })),
      },
    );
  };
}

function useDelete(marketplace: MarketplaceDetail): () => void {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const remove = useWrite(deleteMarketplace, ['marketplaces', 'pulls', 'store']);
  const { slug, name } = marketplace;
  return () => {
    let zeroFirst = false;
    confirm({
      title: t('deleteTitle', { name }),
      content: (
        <>
          <p>{t('deleteStops')}</p>
          <ZeroFirst marketplace={marketplace} onChange={(chosen) => (zeroFirst = chosen)} />
        </>
      ),
      ok: t('delete'),
      danger: true,
      onOk: async () => {
        try {
          await remove.mutateAsync({
            params: { storeId, marketplaceId: slug },
            query: { zero_first: zeroFirst },
          });
          await navigate(`/stores/${storeId}/marketplaces`);
        } catch (thrown) {
          notifyFailure(thrown, t('deleteFailed', { name }));
        }
      },
    });
  };
}
