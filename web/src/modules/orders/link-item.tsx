import type { Order } from '@evenstock/contract/orders/orders';
import { linkItem } from '@evenstock/contract/orders/order-work';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { Alert, Button, Form, Select } from 'antd';
import { useState } from 'react';
import { describeFailure } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';

type Item = Order['order_items'][number];

/** Offers to link an item that has no SKU. */
export function LinkItem({ item, order }: { readonly item: Item; readonly order: Order }) {
  const t = useOrdersText();
  const { can } = useStore();
  const [isOpen, setOpen] = useState(false);
  if (!can('order.work')) return <span className="es-error">{t('lacksSku')}</span>;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('linkToSku')}
      </Button>
      {isOpen && <LinkItemModal item={item} order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

const MOST_OFFERED = 20;

interface LinkItemProps {
  readonly item: Item;
  readonly order: Order;
  readonly onClose: () => void;
}

function LinkItemModal({ item, order, onClose }: LinkItemProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const [search, setSearch] = useState(item.sku ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const { params, handlers } = useOrderReplies(order);
  const link = useWrite(linkItem, touchedByOrders);
  const found = useCall(listVariants, {
    params: { storeId },
    query: {
      per_page: MOST_OFFERED,
      q: { filter_status: 'all', ...(search.trim() === '' ? {} : { name_or_sku_cont: search.trim() }) },
    },
  });
  const units = item.quantity - item.cancelled_quantity;
  return (
    <FormModal<{ variant: number }>
      title={t('linkItem', { name: item.sku ?? item.name })}
      open
      ok={t('linkToSku')}
      isPending={link.isPending}
      onSubmit={({ variant }) =>
        link.mutate(
          { params, body: { order_item_id: item.id, variant_id: variant } },
          handlers({
            onDone: () => {
              message.success(t('linked'));
              onClose();
            },
            onFailed: (failure) => setProblem(describeFailure(failure) ?? t('linkFailed')),
          }),
        )
      }
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p className="es-dialog-note">{t('linkText', { count: units, marketplace: order.marketplace.name })}</p>
      <Form.Item name="variant" label={t('sku')} rules={[{ required: true, message: t('skuRequired') }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setSearch }}
          loading={found.isFetching}
          placeholder={t('searchSku')}
          notFoundContent={found.isError ? t('skusFailed') : found.isPending ? t('searching') : t('noSku')}
          options={(found.data?.variants ?? []).map(({ id, sku, full_product_name: name, quantity }) => ({
            value: id,
            label: `${sku ?? '–'} · ${t('units', { count: quantity })} · ${name}`,
          }))}
        />
      </Form.Item>
    </FormModal>
  );
}
