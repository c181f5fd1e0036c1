import { orderScope, type OrderScope } from '@evenstock/contract/orders/order-states';
import {
  countOrders,
  listOrders,
  pullOrders,
  type ChosenOrder,
  type OrderRow,
} from '@evenstock/contract/orders/orders';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { listQuery, type ListState } from '../../ui/lists/list-state.ts';
import { useList } from '../../ui/lists/list.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { lazyPart, MissingPart } from '../../ui/pages/lazy-part.tsx';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { useSelection } from '../../ui/lists/selection.ts';
import { Time } from '../../ui/values/time.tsx';
import { MarketplaceState, OrderStateTag, reasonClass, useReasonText } from './order-state.tsx';
import { OrderTags } from './order-tags.tsx';
import { OrderTotal } from './order-total.tsx';
import { useChosenOrders, useFollowed, type Followed } from './chosen-orders.tsx';
import { orderAddress } from './list-come-from.ts';
import { useOrdersListSpec } from './orders-list.spec.ts';
import type { MassActionDialogs } from './orders-mass-bar.tsx';
import './orders.css';
import { useOrdersText } from './orders.texts.ts';
import { OrderParcel } from './order-parcel.tsx';
import { Deadline } from './ship-by.tsx';
import { secondReading } from './second-reading.rules.ts';

interface OrdersListProps {
  readonly massDialogs: MassActionDialogs;
  /** Prints orders, in the order of these ids. */
  readonly print: (orders: readonly number[], place: 'header' | 'selection') => ReactNode;
  /** Exports the orders of these ids; without any, those of the list's query. */
  readonly exports: (orders: readonly number[], query: Readonly<Record<string, unknown>>) => ReactNode;
  /** The background operations, and the dialog of the open one. */
  readonly operations: (followed: Followed) => ReactNode;
}

export function OrdersListPage({ massDialogs, operations, print, exports }: OrdersListProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const counted = useCall(countOrders, { params: { storeId } }, { live: ['orders'] });
  const spec = useOrdersListSpec(counted.data?.counts);
  const list = useList(listOrders, {
    params: { storeId },
    live: ['orders'],
    ...spec,
  });
  const addressOf = (order: OrderRow) => orderAddress(storeId, order.reference_number, list);
  const rows = list.data?.orders;
  const total = list.data?.total_count;
  const {
    chosen: chosenRows,
    selection,
    clear,
    select,
  } = useSelection<ChosenOrder>(list, { rows, total }, orderKey);
  const followed = useFollowed({ clear, select });
  const { orders: chosenOrders, instead } = useChosenOrders(list, chosenRows);
  const chosen = chosenOrders.map(({ id }) => id);
  return (
    <>
      <PageHeader
        title={t('orders')}
        aside={<LiveIndicator />}
        actions={
          <>
            {print(chosen, 'header')}
            {exports(chosenRows.matching === null ? chosen : [], listQuery(list.state, list.spec))}
            <ScanToPack />
            <AddNew />
            <ImportOrders />
          </>
        }
      />
      {operations(followed)}
      <DataTable<OrderRow>
        list={list}
        label={t('orders')}
        savedAs="orders"
        notice={
          <>
            {tabsWithViews.has(list.state.tab ?? '') && <OrderSegments list={list} />}
            {list.data?.numbers && <SearchedNumbers numbers={list.data.numbers} list={list} />}
          </>
        }
        rows={rows}
        total={total}
        columns={useOrderColumns(addressOf, list.state)}
        rowKey={orderKey}
        empty={t('noOrders')}
        emptyAction={<HowOrdersCome />}
        card={(order) => <OrderCard order={order} to={addressOf(order)} />}
        rowHref={addressOf}
        selection={{
          ...selection,
          actions: instead ?? (
            <OrdersMassBar
              scope={orderScope.catch('staff_to_process').parse(list.state.tab)}
              chosen={chosenOrders}
              dialogs={massDialogs}
              print={print(chosen, 'selection')}
              onStarted={followed.follow}
              onMoved={clear}
            />
          ),
        }}
      />
    </>
  );
}

/** The tabs that have built-in views. */
const tabsWithViews: ReadonlySet<string> = new Set<OrderScope>(['outstanding_issues', 'shipped']);

/** Loaded with the first of its tabs; its place is kept, so that nothing moves. */
const OrderSegments = lazyPart(
  async () => (await import('./list/order-segments.tsx')).OrderSegments,
  ({ failed }) => <div className="es-order-segments-place">{failed && <MissingPart />}</div>,
);

/** Loaded when the first order is selected. */
const OrdersMassBar = lazyPart(
  async () => (await import('./orders-mass-bar.tsx')).OrdersMassBar,
  ({ failed }) => failed && <MissingPart />,
);

/** Loaded with the first list of numbers that is searched. */
const SearchedNumbers = lazyPart(
  async () => (await import('./searched-numbers.tsx')).SearchedNumbers,
  ({ failed }) => failed && <MissingPart />,
);

const orderKey = (order: ChosenOrder) => order.reference_number;

/** In a list of one marketplace, its own states are shown too. Each tab has the date that decides what is next there. */
function useOrderColumns(
  addressOf: (order: OrderRow) => string,
  { tab, filters }: ListState,
): readonly Column<OrderRow>[] {
  const t = useOrdersText();
  const isOneMarketplace = filters['marketplace_id_eq'] !== undefined;
  return [
    {
      key: 'date',
      title: t('orderDate'),
      sort: 'source_created_at',
      render: (order) => <Time at={order.source_created_at} />,
    },
    {
      key: 'marketplace',
      title: t('marketplace'),
      render: (order) => <MarketplaceName marketplace={order.marketplace} />,
    },
    {
      key: 'number',
      title: t('orderNumber'),
      render: (order) => (
        <span className="es-order-number">
          <Code>{order.reference_number}</Code>
        </span>
      ),
    },
    { key: 'items', title: t('quantityAndSku'), render: (order) => <ItemsBrief order={order} /> },
    {
      key: 'total',
      title: t('orderTotal'),
      align: 'right',
      render: (order) => <OrderTotal order={order} />,
    },
    {
      key: 'state',
      title: t('orderState'),
      render: (order) => (
        <>
          <OrderStateTag state={order.state} reading={isOneMarketplace ? secondReading(order) : null} />
          <Reason order={order} />
          <OrderTags order={order} />
        </>
      ),
    },
    {
      key: 'marketplace_state',
      title: t('marketplaceState'),
      render: (order) => <MarketplaceState order={order} />,
    },
    tab === 'outstanding_issues'
      ? {
          key: 'answer_by',
          title: t('answerBy'),
          sort: 'answer_by',
          render: (order) => <Deadline at={order.answer_by} />,
        }
      : tab === 'shipped'
        ? {
            key: 'parcel',
            title: t('shippedAt'),
            sort: 'shipped_at',
            render: (order) => <OrderParcel order={order} />,
          }
        : {
            key: 'ship_by',
            title: t('shipBy'),
            sort: 'ship_by',
            render: (order) => <Deadline at={order.ship_by} />,
          },
    { key: 'notes', title: t('notes'), render: (order) => <Notes notes={order.notes} /> },
    {
      key: 'action',
      title: t('action'),
      render: (order) => (
        <Link
          to={addressOf(order)}
          target="_blank"
          aria-label={t('viewOrder', { number: order.reference_number })}
        >
          {t('view')}
        </Link>
      ),
    },
  ];
}

/** The first item of an order and the number of further ones; all of them on hover. */
function ItemsBrief({ order }: { readonly order: OrderRow }) {
  const t = useOrdersText();
  const [first, ...others] = order.order_items;
  if (first === undefined) return <>–</>;
  const all = order.order_items.map(({ quantity, sku, name }) => `${quantity} × ${sku ?? '–'} ${name}`);
  return (
    <span className="es-items-brief" title={all.join('\n')}>
      <span className="es-items-first">
        <Count value={first.quantity} /> × <Code>{first.sku}</Code>
        {others.length > 0 && <span className="es-quiet"> {t('moreItems', { count: others.length })}</span>}
      </span>
      <span className="es-one-line es-quiet">{first.name}</span>
    </span>
  );
}

/** Why an order needs attention; nothing if its state already shows it. */
function Reason({ order }: { readonly order: OrderRow }) {
  const reason = useReasonText()(order);
  if (reason === null) return null;
  return (
    <span className={`es-one-line es-cell-note ${reasonClass(order)}`} title={reason}>
      {reason}
    </span>
  );
}

function Notes({ notes }: Pick<OrderRow, 'notes'>) {
  return (
    <span className="es-one-line es-cell-note" title={notes ?? undefined}>
      {notes}
    </span>
  );
}

function OrderCard({ order, to }: { readonly order: OrderRow; readonly to: string }) {
  const t = useOrdersText();
  const reason = useReasonText()(order);
  return (
    <Link className="es-card-link" to={to}>
      <span className="es-card-row">
        <MarketplaceName marketplace={order.marketplace} />
        <OrderStateTag state={order.state} />
      </span>
      <span className="es-card-row">
        <span>
          <ItemsBrief order={order} />
        </span>
        <OrderTotal order={order} strong />
      </span>
      <OrderTags order={order} />
      {reason !== null && <span className={reasonClass(order)}>{reason}</span>}
      {order.ship_by !== null && (
        <span className="es-card-row">
          <span className="es-quiet">{t('shipBy')}</span>
          <Deadline at={order.ship_by} />
        </span>
      )}
      {order.answer_by !== null && (
        <span className="es-card-row">
          <span className="es-quiet">{t('answerBy')}</span>
          <Deadline at={order.answer_by} />
        </span>
      )}
      {order.state === 'shipped' && <OrderParcel order={order} />}
      <span className="es-card-row es-quiet">
        <Code>{order.reference_number}</Code>
        <Time at={order.source_created_at} />
      </span>
    </Link>
  );
}

function ScanToPack() {
  const t = useOrdersText();
  const { storeId, can } = useStore();
  const navigate = useNavigate();
  if (!can('order.work')) return null;
  const address = `/stores/${storeId}/packing`;
  return (
    <Button
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(address);
      }}
    >
      {t('scanToPack')}
    </Button>
  );
}

function ImportOrders() {
  const t = useOrdersText();
  const { storeId } = useStore();
  const pull = useWrite(pullOrders, ['pulls']);
  return (
    <Button
      loading={pull.isPending}
      onClick={() =>
        pull.mutate(
          { params: { storeId } },
          {
            onSuccess: () => message.success(t('importing')),
            onError: (thrown) =>
              notifyFailure(thrown, t('importFailed'), (reason) => t('importFailedBecause', { reason })),
          },
        )
      }
    >
      {t('importOrders')}
    </Button>
  );
}

const NewOrderModal = lazyDialog(async () => (await import('./new-order.modal.tsx')).NewOrderModal);

/** Fetches one order by its number; for platform admins. */
function AddNew() {
  const t = useOrdersText();
  const { role } = useUser();
  const { dialog, open, close } = useOpenDialog();
  if (role === 'member') return null;
  return (
    <>
      <Button
        onClick={() => open('new-order')}
        onPointerEnter={NewOrderModal.preload}
        onFocus={NewOrderModal.preload}
      >
        {t('addNew')}
      </Button>
      {dialog === 'new-order' && <NewOrderModal onClose={close} />}
    </>
  );
}

function HowOrdersCome() {
  const t = useOrdersText();
  const { store, storeId } = useStore();
  if (store.marketplaces_count > 0) return null;
  return (
    <>
      <p className="es-quiet">{t('noMarketplaceYet')}</p>
      <Link to={`/stores/${storeId}/marketplaces`}>{t('goToMarketplaces')}</Link>
    </>
  );
}
