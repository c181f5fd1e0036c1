import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import { Tabs } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code } from '../../ui/values/money.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { Time } from '../../ui/values/time.tsx';
import { OrderAmounts, OrderPromotions } from './order-amounts.tsx';
import { AddNotesModal } from './add-notes.modal.tsx';
import { MoveToCompletedModal } from './move-to-completed.modal.tsx';
import { dialogOf, OrderActions, type OrderDialogs } from './order-actions.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderNeighbours } from './order-neighbours.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useListComeFrom } from './list-come-from.ts';
import { OrderRequest } from './order-request.tsx';
import { OrderProgress } from './order-progress.tsx';
import { RestockOrderModal } from './restock-order.modal.tsx';
import { MarketplaceState, OrderStateTag, reasonClass, useReasonText } from './order-state.tsx';
import { parcelFacts } from './order-parcel.tsx';
import { OrderTags } from './order-tags.tsx';
import { Deadline } from './ship-by.tsx';
import './orders.css';
import { useOrdersText } from './orders.texts.ts';

interface OrderDetailProps {
  /** The dialogs of other modules. */
  readonly dialogs: Omit<OrderDialogs, keyof typeof ownDialogs>;
  /** Shows the return of the order, where it has one. */
  readonly ReturnPanel: ComponentType<{ readonly order: Order }>;
  /** Prints the order. */
  readonly Print: ComponentType<{ readonly order: Order }>;
  /** The activities of the order, in a tab. */
  readonly activities: { readonly label: string; readonly content: (order: Order) => ReactNode };
}

const ownDialogs = {
  restock: RestockOrderModal,
  move_to_completed: MoveToCompletedModal,
  add_notes: AddNotesModal,
};

/** The page of an order; its actions are passed in from other modules. */
export function OrderDetailPage({ dialogs, ...parts }: OrderDetailProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const { referenceNumber = '' } = useParams();
  const query = useCall(showOrder, { params: { storeId, referenceNumber } }, { live: ['orders', 'actions'] });
  const from = useListComeFrom();
  const back = { to: from?.back ?? `/stores/${storeId}/orders`, label: t('backToOrders') };
  return (
    <PageState query={query} notHere={<NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />}>
      {({ order }) => <OrderDetail order={order} dialogs={{ ...dialogs, ...ownDialogs }} {...parts} />}
    </PageState>
  );
}

interface OrderDetailParts extends Omit<OrderDetailProps, 'dialogs'> {
  readonly order: Order;
  readonly dialogs: OrderDialogs;
}

function OrderDetail({ order, dialogs, ReturnPanel, Print, activities }: OrderDetailParts) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const address = `/stores/${storeId}/orders/${encodeURIComponent(order.reference_number)}`;
  const reason = useReasonText()(order);
  const from = useListComeFrom();
  const tab = useTabKey(address, ['', 'activities'], from?.search);
  const { dialog, open, close } = useOpenDialog();
  const opened = dialogOf(dialog);
  const Dialog = opened === null ? null : dialogs[opened];
  return (
    <>
      <PageHeader
        title={order.reference_number}
        trail={[{ label: t('orders'), to: from?.back ?? `/stores/${storeId}/orders` }]}
        aside={
          <>
            <OrderStateTag state={order.state} />
            <OrderTags order={order} />
          </>
        }
        subtitle={
          <>
            <MarketplaceName marketplace={order.marketplace} /> · <Time at={order.source_created_at} />
            {reason !== null && <span className={reasonClass(order)}> · {reason}</span>}
          </>
        }
        actions={
          <>
            <OrderNeighbours referenceNumber={order.reference_number} />
            <Print order={order} />
            <OrderActions order={order} onOpen={open} />
          </>
        }
      />
      <OrderRequest order={order} onOpen={open} />
      <OrderProgress order={order} onAgain={open} />
      {Dialog !== null && <Dialog order={order} onClose={close} />}
      <Tabs
        activeKey={tab.active}
        onChange={tab.open}
        items={[
          { key: '', label: t('order') },
          { key: 'activities', label: activities.label },
        ]}
      />
      {tab.active === 'activities' ? (
        activities.content(order)
      ) : (
        <OrderTab order={order} ReturnPanel={ReturnPanel} />
      )}
    </>
  );
}

function OrderTab({ order, ReturnPanel }: Pick<OrderDetailParts, 'order' | 'ReturnPanel'>) {
  return (
    <div className="es-columns">
      <div>
        <ReturnPanel order={order} />
        <OrderItems order={order} />
        <OrderPromotions order={order} />
        <OrderAmounts order={order} />
        <OrderTimeline key={order.id} order={order} />
      </div>
      <div>
        <Where order={order} />
        <BuyerPanel order={order} />
        <Shipping order={order} />
      </div>
    </div>
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
          ...(order.ship_by === null ? [] : [{ label: t('shipBy'), value: <Deadline at={order.ship_by} /> }]),
          ...parcelFacts(order, t),
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
      {order.buyer_deleted_at !== null && (
        <p>
          {t('buyerDeleted')} <Time at={order.buyer_deleted_at} />
        </p>
      )}
      {order.buyer_deleted_at === null && isHidden && <p className="es-quiet">{t('buyerHidden')}</p>}
      {!isHidden && <Facts facts={withDashes(facts)} />}
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
