import { pullVariant, showVariant, type Variant } from '@evenstock/contract/variants';
import { App, Button } from 'antd';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/notices.ts';
import { useCatalogText } from './catalog.texts.ts';

/** Reads the listings of a SKU from their marketplaces. */
export function PullVariant({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const pull = useWrite(pullVariant, ['variants', 'stock_movements']);
  const params = { storeId, variantId: variant.slug };
  return (
    <Button
      loading={pull.isPending}
      onClick={() =>
        pull.mutate(
          { params },
          {
            onSuccess: (reply) => {
              rememberReply(showVariant, { params, query: {} }, reply);
              void message.success(t('pulled'));
            },
            onError: (thrown) =>
              notifyFailure(thrown, t('pullFailed'), (reason) => t('pullFailedBecause', { reason })),
          },
        )
      }
    >
      {t('syncFromMarketplace')}
    </Button>
  );
}
