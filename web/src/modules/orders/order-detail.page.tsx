import { showOrder, syncOrder, type Order } from '@evenstock/contract/orders';
import { Button, Tabs } from 'antd';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { rememberReply, useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/channel-mark.tsx';
import { Code } from '../../ui/money.tsx';
import { notifyFailure } from '../../ui/notices.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useOpenDialog } from '../../ui/open-dialog.ts';
import { NotHere, PageState } from '../../ui/page-state.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useTabKey } from '../../ui/tab-key.ts';
import { Time } from '../../ui/time.tsx';
import { OrderAmounts, OrderPromotions } from './order-amounts.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderProgress } from './order-progress.tsx';
import { MarketplaceState, OrderStateTag, useReasonText } from './order-state.tsx';
import './orders.css';
import { useOrdersText } from './orders.texts.ts';

interface OrderDetailProps {
  /** Asks for what is needed to ship the order. */
  readonly ShipOrder: ComponentType<{ readonly order: Order; readonly onClose: () => void }>;
}

/** The page of an order; what is done with it comes from other modules. */
export function OrderDetailPage({ ShipOrder }: OrderDetailProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const { referenceNumber = '' } = useParams();
  const query = useCall(showOrder, { params: { storeId, referenceNumber } }, { live: ['orders', 'actions'] });
  const back = { to: `/stores/${storeId}/orders`, label: t('backToOrders') };
  return (
    <PageState query={query} notHere={<NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />}>
      {({ order }) => <OrderDetail order={order} ShipOrder={ShipOrder} />}
    </PageState>
  );
}

function OrderDetail({ order, ShipOrder }: OrderDetailProps & { readonly order: Order }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const address = `/stores/${storeId}/orders/${encodeURIComponent(order.reference_number)}`;
  const reason = useReasonText()(order);
  const tab = useTabKey(address, ['']);
  const { dialog, open, close } = useOpenDialog();
  const ship = () => open('ship');
  return (
    <>
      <PageHeader
        title={order.reference_number}
        trail={[{ label: t('orders'), to: `/stores/${storeId}/orders` }]}
        aside={<OrderStateTag state={order.state} />}
        subtitle={
          <>
            <MarketplaceName marketplace={order.marketplace} /> · <Time at={order.source_created_at} />
            {reason !== null && <span className="es-error"> · {reason}</span>}
          </>
        }
        actions={
          <>
            {order.actions.includes('sync') && <SyncOrder order={order} />}
            {order.actions.includes('ship') && (
              <Button type="primary" onClick={ship}>
                {t('ship')}
              </Button>
            )}
          </>
        }
      />
      <OrderProgress order={order} onAgain={ship} />
      {dialog === 'ship' && <ShipOrder order={order} onClose={close} />}
      <Tabs activeKey={tab.active} onChange={tab.open} items={[{ key: '', label: t('order') }]} />
      <div className="es-columns">
        <div>
          <OrderItems order={order} />
          <OrderPromotions order={order} />
          <OrderAmounts order={order} />
        </div>
        <div>
          <Where order={order} />
          <BuyerPanel order={order} />
          <Shipping order={order} />
        </div>
      </div>
    </>
  );
}

function Where({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  return (
    <Panel title={t('order')}>
      <Facts
        facts={[
          { label: t('orderState'), value: <OrderStateTag state={order.state} /> },
          { label: t('marketplaceState'), value: <MarketplaceState order={order} /> },
          { label: t('orderNumber'), value: <Code>{order.number}</Code> },
          { label: t('marketplace'), value: <MarketplaceName marketplace={order.marketplace} /> },
          { label: t('createdAt'), value: <Time at={order.source_created_at} /> },
          { label: t('updatedAt'), value: <Time at={order.source_updated_at} /> },
          { label: t('importedAt'), value: <Time at={order.imported_at} /> },
        ]}
      />
    </Panel>
  );
}

function BuyerPanel({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const facts = [
    { label: t('name'), value: order.name },
    { label: t('phone'), value: order.phone },
    { label: t('fullAddress'), value: order.full_address, isWide: true },
    { label: t('postalCode'), value: order.postal_code },
    { label: t('email'), value: order.email, isWide: true },
  ];
  const isHidden = facts.every(({ value }) => value === null);
  return (
    <Panel title={t('buyer')}>
      {isHidden ? <p className="es-quiet">{t('buyerHidden')}</p> : <Facts facts={withDashes(facts)} />}
    </Panel>
  );
}

function Shipping({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  return (
    <Panel title={t('shipping')}>
      <Facts
        facts={withDashes([
          { label: t('shippingType'), value: order.shipping_type },
          { label: t('shippingMethod'), value: order.shipping_method },
          { label: t('shippingCarrier'), value: order.shipping_carrier },
          { label: t('remarks'), value: order.remarks, isWide: true },
          { label: t('notes'), value: order.notes, isWide: true },
        ])}
      />
    </Panel>
  );
}

function withDashes(facts: readonly { label: string; value: string | null; isWide?: boolean }[]) {
  return facts.map((fact) => ({ ...fact, value: fact.value ?? <span className="es-quiet">–</span> }));
}

function SyncOrder({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const sync = useWrite(syncOrder, ['orders', 'variants', 'stock_movements']);
  const number = order.reference_number;
  const params = { storeId, referenceNumber: number };
  return (
    <Button
      loading={sync.isPending}
      onClick={() =>
        sync.mutate(
          { params },
          {
            onSuccess: (reply) => rememberReply(showOrder, { params }, reply),
            onError: (thrown) =>
              notifyFailure(thrown, t('syncFailed', { number }), (reason) =>
                t('syncFailedBecause', { number, reason }),
              ),
          },
        )
      }
    >
      {t('syncFromMarketplace')}
    </Button>
  );
}
