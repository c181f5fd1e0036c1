import { pullProduct, showProduct } from '@evenstock/contract/catalog/products';
import { Button } from 'antd';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useCatalogText } from './product/catalog.texts.ts';

/** Reads all listings of a product from their marketplaces. */
export function PullProduct({ slug }: { readonly slug: string }) {
  const t = useCatalogText();
  const { storeId, can } = useStore();
  const pull = useWrite(pullProduct, ['variants', 'stock_movements']);
  const params = { storeId, productId: slug };
  if (!can('product.work')) return null;
  return (
    <Button
      loading={pull.isPending}
      onClick={() =>
        pull.mutate(
          { params },
          {
            onSuccess: (reply) => {
              rememberReply(showProduct, { params }, reply);
              message.success(t('pulled'));
            },
            onError: (thrown) => notifyFailure(thrown, t('pullFailed')),
          },
        )
      }
    >
      {t('syncFromMarketplace')}
    </Button>
  );
}
