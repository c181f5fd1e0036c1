import { unmergeFromProduct } from '@evenstock/contract/catalog/merges';
import type { product } from '@evenstock/contract/catalog/products';
import { useState } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { Code } from '../../../ui/values/money.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { DivideQuantity, marketplacesOf } from './divide-quantity.tsx';
import { divideInOrder } from './division.rules.ts';

type Product = z.infer<typeof product>;

interface UnmergeProductProps {
  readonly product: Product;
  readonly listing: Product['product_listings'][number];
  readonly onClose: () => void;
}

/** Takes all SKUs of one product listing out of the product and divides each shared quantity. */
export function UnmergeProductModal({ product, listing, onClose }: UnmergeProductProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(new Map());
  const unmerge = useWrite(unmergeFromProduct, ['variants', 'stock_movements']);
  const close = useUnsaved({ isUnsaved: () => !unmerge.isPending && typed.size > 0, onClose });
  const rows = divideInOrder(
    product.unmerge_offers.filter((offer) => offer.product_listing_id === listing.id),
    new Map(product.variants.map(({ id, quantity }) => [id, quantity])),
    typed,
  );
  const isWhole = rows.every(({ leaves }) => leaves !== null);

  function go(): void {
    const divisions = rows.map(({ offer, shared, leaves }) => ({
      variant_listing_id: offer.variant_listing_id,
      quantity: leaves ?? 0,
      shared_quantity: shared - (leaves ?? 0),
    }));
    unmerge.mutate(
      { params: { storeId, productListingId: listing.id }, body: { product_listing: { divisions } } },
      {
        onSuccess: () => {
          message.success(t('productUnmerged'));
          onClose();
        },
        onError: (thrown) => notifyFailure(thrown, t('productUnmergeFailed')),
      },
    );
  }

  return (
    <Modal
      open
      title={t('unmergeProductTitle', { name: listing.name })}
      okText={t('unmergeProduct')}
      cancelText={t('cancel')}
      confirmLoading={unmerge.isPending}
      okButtonProps={{ disabled: !isWhole }}
      onOk={go}
      onCancel={close}
    >
      <p>{t('unmergeProductText')}</p>
      <ul className="es-product-rows">
        {rows.map(({ offer, shared, leaves }) => {
          const sku = product.variants.find(({ id }) => id === offer.variant_id);
          return (
            <li key={offer.variant_listing_id}>
              <span className="es-card-row">
                <strong>{sku?.full_product_name}</strong>
                <Code>{sku?.sku ?? null}</Code>
              </span>
              <DivideQuantity
                shared={shared}
                leaves={leaves}
                onChange={(units) =>
                  setTyped((before) => new Map(before).set(offer.variant_listing_id, units))
                }
                leaving={listing.marketplace.name}
                staying={marketplacesOf(sku?.variant_listings ?? [], offer.variant_listing_id)}
              />
            </li>
          );
        })}
      </ul>
      {!isWhole && <p className="es-error">{t('unmergeWhole')}</p>}
    </Modal>
  );
}
