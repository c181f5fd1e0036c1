import {
  orderAction,
  showOrder,
  syncOrder,
  type Order,
  type OrderAction,
} from '@evenstock/contract/orders/orders';
import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ComponentType } from 'react';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { logRawOrder } from './log-raw-order.ts';
import { answersToBuyers, requestOf } from './order-request.rules.ts';
import { useOrdersText } from './orders.texts.ts';

export type OrderDialog = ComponentType<{ readonly order: Order; readonly onClose: () => void }>;
/** The dialogs of actions that need input; `sync` needs none. */
export type OrderDialogs = Readonly<Record<Exclude<OrderAction, 'sync'>, OrderDialog>>;

/** The name of an action's dialog in the address; null if it has none. */
export function dialogOf(name: string | null): Exclude<OrderAction, 'sync'> | null {
  const found = orderAction.safeParse(name);
  return found.success && found.data !== 'sync' ? found.data : null;
}

interface OrderActionsProps {
  readonly order: Order;
  readonly onOpen: (action: OrderAction) => void;
}

/** The actions on an order: the next step as the main button, the rest in a menu, with the reason if one is unavailable. */
export function OrderActions({ order, onOpen }: OrderActionsProps) {
  const t = useOrdersText();
  const { role } = useUser();
  const raw = useRawOrder(order);
  // A buyer who asks is answered first, in the notice above the order; then nothing else is the next step.
  const isAsked = requestOf(order) !== null;
  const next = isAsked ? undefined : order.actions.find((action) => nextSteps.has(action));
  const items = useMenu(order, next);
  if (items.length === 0 && next === undefined) return null;
  return (
    <>
      {order.actions.includes('sync') && <SyncOrder order={order} />}
      <Dropdown
        trigger={['click']}
        classNames={{ root: 'es-order-menu' }}
        menu={{
          items:
            role === 'member' ? items : [...items, { type: 'divider' }, { key: 'raw', label: t('rawOrder') }],
          onClick: ({ key }) => {
            if (key === 'raw') raw();
            else onOpen(orderAction.parse(key));
          },
        }}
      >
        <Button icon={<MoreOutlined />} aria-label={t('moreActions')}>
          {next === undefined ? t('actions') : null}
        </Button>
      </Dropdown>
      {next !== undefined && (
        <Button type="primary" onClick={() => onOpen(next)}>
          {t(`act_${next}`)}
        </Button>
      )}
    </>
  );
}

/** Actions that move an order towards its delivery. */
const nextSteps: ReadonlySet<OrderAction> = new Set([
  'ship',
  'ready_to_collect',
  'authorise_pickup',
  'confirm_pickup',
]);

function useMenu(order: Order, next: OrderAction | undefined): NonNullable<MenuProps['items']> {
  const t = useOrdersText();
  const messageText = useMessageText();
  const offered = order.actions
    .filter((action) => action !== 'sync' && action !== next && !answersToBuyers.has(action))
    .map((action) => ({ key: action, label: t(`act_${action}`), danger: action === 'cancel' }));
  const withheld = byReason(order.unavailable_actions).map(({ actions, reason, reason_message: words }) => ({
    key: actions.join(),
    disabled: true,
    label: (
      <span className="es-withheld">
        {actions.map((action) => t(`act_${action}`)).join(', ')}
        <small>{messageText({ ...words, text: reason })}</small>
      </span>
    ),
  }));
  return withheld.length === 0
    ? offered
    : [...offered, { type: 'group', key: 'withheld', label: t('notNow'), children: withheld }];
}

type Withheld = Order['unavailable_actions'][number];

/** Groups unavailable actions by their reason. */
function byReason(withheld: readonly Withheld[]) {
  const reasons = [...new Set(withheld.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => {
    const [first, ...others] = withheld.filter((one) => one.reason === reason);
    if (first === undefined) return [];
    return { ...first, actions: [first, ...others].map(({ action }) => action) };
  });
}

function useRawOrder(order: Order): () => void {
  const t = useOrdersText();
  const { storeId } = useStore();
  return () => {
    logRawOrder({ storeId, referenceNumber: order.reference_number }).catch((thrown: unknown) =>
      notifyFailure(thrown, t('rawOrderFailed'), (reason) => reason),
    );
  };
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
