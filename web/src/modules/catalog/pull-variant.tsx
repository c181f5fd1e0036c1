import {
  forceUpdateQuantity,
  pullVariant,
  showVariant,
  type Variant,
} from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useCatalogText } from './product/catalog.texts.ts';

/** Reads the listings of a SKU from their marketplaces. */
export function PullVariant({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { storeId } = useStore();
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

/** Retries the push of a SKU's quantity if a marketplace differs or has refused it; for developers. */
export function ForceUpdateQuantity({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { role } = useUser();
  const update = useWrite(forceUpdateQuantity, ['variants', 'stock_movements']);
  if (role !== 'developer') return null;
  return (
    <Button
      loading={update.isPending}
      onClick={() =>
        update.mutate(
          { params: { storeId, productId: variant.product.slug, variantId: variant.slug } },
          {
            onSuccess: () => message.success(t('forceUpdated')),
            onError: (thrown) => notifyFailure(thrown, t('forceUpdateFailed')),
          },
        )
      }
    >
      {t('forceUpdate')}
    </Button>
  );
}
