import {
  dismissAction,
  listActions,
  type Action,
  type ActionKind,
} from '@evenstock/contract/actions/actions';
import { channels } from '@evenstock/contract/channels/channels';
import type { Order, OrderAction } from '@evenstock/contract/orders/orders';
import { Alert, Button } from 'antd';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useOrdersText } from './orders.texts.ts';

/** The texts of each kind of action, and the action that repeats it. */
const words = {
  'order.ship': { underWay: 'shipUnderWay', refused: 'shipRefused', action: 'ship' },
  'order.ready_to_collect': {
    underWay: 'readyUnderWay',
    refused: 'readyRefused',
    action: 'ready_to_collect',
  },
  'order.confirm_pickup': { underWay: 'pickupUnderWay', refused: 'pickupRefused', action: 'confirm_pickup' },
  'order.cancel': { underWay: 'cancelUnderWay', refused: 'cancelRefused', action: 'cancel' },
  'order.accept_cancellation': {
    underWay: 'acceptUnderWay',
    refused: 'acceptRefused',
    action: 'accept_cancellation',
  },
  'order.reject_cancellation': {
    underWay: 'rejectUnderWay',
    refused: 'rejectRefused',
    action: 'reject_cancellation',
  },
  'order.accept_return': { underWay: 'returnUnderWay', refused: 'returnRefused', action: 'accept_return' },
  'order.dispute_return': {
    underWay: 'disputeUnderWay',
    refused: 'disputeRefused',
    action: 'dispute_return',
  },
} as const satisfies {
  readonly [Kind in ActionKind]?: Readonly<Record<'underWay' | 'refused', string>> & {
    readonly action: OrderAction;
  };
};
type Named = keyof typeof words;
const isNamed = (kind: ActionKind): kind is Named => Object.hasOwn(words, kind);

interface OrderProgressProps {
  readonly order: Order;
  /** Opens the dialog of an action. */
  readonly onAgain: (action: OrderAction) => void;
}

/** The actions on an order that are under way at its marketplace, and refused ones until they are dismissed. */
export function OrderProgress({ order, onAgain }: OrderProgressProps) {
  const { storeId, can } = useStore();
  const { data } = useCall(
    listActions,
    {
      params: { storeId },
      query: { per_page: 10, q: { needs_you: true, subject_type_eq: 'Order', subject_id_eq: order.id } },
    },
    { live: ['actions'] },
  );
  // Unconfirmed for too long: the action may still succeed, but somebody should check it.
  const stuck = data?.actions.find(({ state }) => state !== 'refused') ?? null;
  const refused = data?.actions.find(({ state }) => state === 'refused') ?? null;
  return (
    <div className="es-progress" aria-live="polite">
      <UnderWay order={order} stuck={can('order.work') ? stuck : null} />
      {refused !== null && order.pending_action === null && (
        <Refused action={refused} order={order} onAgain={onAgain} />
      )}
    </div>
  );
}

function UnderWay({ order, stuck }: { readonly order: Order; readonly stuck: Action | null }) {
  const t = useOrdersText();
  const { pending_action: pending, channel } = order;
  if (pending === null || !isNamed(pending.kind)) return null;
  const marketplace = channels[channel].label;
  return (
    <Alert
      type={stuck === null ? 'info' : 'warning'}
      title={
        <span className="es-progress-title">
          <StateTag colour={stuck === null ? 'blue' : 'yellow'} glyph={stuck === null ? 'clock' : 'warning'}>
            {t(words[pending.kind].underWay)}
          </StateTag>
          <span className="es-quiet">
            <Time at={pending.asked_at} />
          </span>
        </span>
      }
      description={t(stuck === null ? 'notConfirmed' : 'lookThere', { marketplace })}
      action={stuck !== null && <Dismiss action={stuck} label={t('iHaveLooked')} />}
    />
  );
}

function Refused({ action, order, onAgain }: OrderProgressProps & { readonly action: Action }) {
  const t = useOrdersText();
  const messageText = useMessageText();
  const { outcome } = action;
  const { can } = useStore();
  if (!isNamed(action.kind)) return null;
  const { refused, action: again } = words[action.kind];
  return (
    <Alert
      type="error"
      title={
        <span className="es-progress-title">
          <StateTag colour="red" glyph="cross">
            {t(refused)}
          </StateTag>
          <span className="es-quiet">
            <Time at={action.finished_at ?? action.asked_at} />
          </span>
        </span>
      }
      description={outcome === null ? undefined : messageText({ ...outcome.message, text: outcome.reason })}
      action={
        can('order.work') && (
          <span className="es-progress-actions">
            {order.actions.includes(again) && (
              <Button size="small" onClick={() => onAgain(again)}>
                {t('tryAgain')}
              </Button>
            )}
            <Dismiss action={action} label={t('dismiss')} />
          </span>
        )
      }
    />
  );
}

function Dismiss({ action, label }: { readonly action: Action; readonly label: string }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const dismiss = useWrite(dismissAction, ['actions', 'orders']);
  return (
    <Button
      size="small"
      type="text"
      loading={dismiss.isPending}
      onClick={() =>
        dismiss.mutate(
          { params: { storeId, actionId: action.id } },
          {
            onError: (thrown) =>
              notifyFailure(thrown, t('dismissFailed'), (reason) => t('dismissFailedBecause', { reason })),
          },
        )
      }
    >
      {label}
    </Button>
  );
}
