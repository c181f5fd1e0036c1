import type { OrderToPack } from '@evenstock/contract/orders/packing';
import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/failure.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { Time } from '../../ui/values/time.tsx';
import { partProgress, progress, ticked, type PackingStage, type Ticks } from './packing.rules.ts';
import { usePackingText } from './packing.texts.ts';
import { Said } from '../../ui/scan/scan-said.tsx';
import { isToScan, type Session, type usePacking } from './use-packing.ts';

export interface LabelProps {
  readonly referenceNumber: string;
  readonly onPrinted: () => void;
}

interface PackOrderProps {
  readonly order: OrderToPack;
  readonly session: Session;
  readonly stage: PackingStage;
  readonly packing: Pick<
    ReturnType<typeof usePacking>,
    'isSaving' | 'leave' | 'tick' | 'tickPart' | 'packAgain' | 'retry' | 'labelPrinted'
  >;
  readonly Label: ComponentType<LabelProps>;
}

const orderAddress = (storeId: string, order: OrderToPack): string =>
  `/stores/${storeId}/orders/${encodeURIComponent(order.reference_number)}`;

/** The order that is packed now: what was scanned last, its items, and at the end its label. */
export function PackOrder({ order, session, stage, packing, Label }: PackOrderProps) {
  const t = usePackingText();
  const { storeId } = useStore();
  const { done, total } = progress(order.order_items, session.ticks);
  return (
    <>
      <Outcome order={order} session={session} stage={stage} packing={packing} />
      {stage === 'packed' && (
        <LabelOf
          key={order.id}
          order={order}
          isOut={session.isLabelOut}
          Label={Label}
          onPrinted={packing.labelPrinted}
        />
      )}
      <Panel
        title={order.reference_number}
        hint={<MarketplaceName marketplace={order.marketplace} />}
        action={
          <>
            <Link to={orderAddress(storeId, order)}>{t('openOrder')}</Link>{' '}
            {!session.isPacked && <Button onClick={packing.leave}>{t('leave')}</Button>}
          </>
        }
        flush
      >
        {order.notes !== null && (
          <p className="es-pack-notes">
            <strong>{t('notes')}:</strong> {order.notes}
          </p>
        )}
        <p className="es-pack-progress">{t('units', { done, count: total })}</p>
        <ul className="es-pack-items">
          {order.order_items.map((item) => (
            <Item
              key={item.id}
              item={item}
              ticks={session.ticks}
              ticking={isToScan(stage) && !packing.isSaving ? packing : null}
            />
          ))}
        </ul>
      </Panel>
    </>
  );
}

type OutcomeProps = Omit<PackOrderProps, 'Label'>;

/** The one thing that the packer must know now. */
function Outcome({ order, session, stage, packing }: OutcomeProps) {
  const t = usePackingText();
  if (stage === 'refused') return <Refused refusal={order.refusal} />;
  if (stage === 'packed') return <Said tone="right" title={t('packed')} />;
  if (stage === 'packed_before') {
    const hint = (
      <>
        {order.packed_at !== null && <Time at={order.packed_at} relative="beside" />}. {t('packedBeforeHint')}
      </>
    );
    const again = <Button onClick={packing.packAgain}>{t('packAgain')}</Button>;
    return <Said tone="wrong" title={t('packedBefore')} hint={hint} action={again} />;
  }
  if (packing.isSaving) return <Said tone="right" title={t('saving')} />;
  if (stage === 'complete') {
    const reason = session.failure === null ? null : (describeFailure(session.failure) ?? t('failed'));
    const again = <Button onClick={packing.retry}>{t('tryAgain')}</Button>;
    return <Said tone="wrong" title={t('notPacked')} hint={reason ?? t('allIn')} action={again} />;
  }
  return session.last === null ? null : <LastScan last={session.last} session={session} />;
}

function Refused({ refusal }: Pick<OrderToPack, 'refusal'>) {
  const t = usePackingText();
  const messageText = useMessageText();
  const hint = refusal === null ? null : messageText({ ...refusal.reason_message, text: refusal.reason });
  return <Said tone="wrong" title={t('doNotPack')} hint={hint} />;
}

interface LastScanProps {
  readonly last: NonNullable<Session['last']>;
  readonly session: Session;
}

function LastScan({ last: { code, scan }, session }: LastScanProps) {
  const t = usePackingText();
  if (scan.outcome === 'foreign') {
    return <Said tone="wrong" title={t('foreign', { code })} hint={t('foreignHint')} />;
  }
  if (scan.outcome === 'full') return <Said tone="wrong" title={t('full', { code })} hint={t('fullHint')} />;
  const { item, part } = scan;
  const counts =
    part === null
      ? { done: ticked(session.ticks, item), total: item.quantity }
      : partProgress(session.ticks, item, part);
  const { sku, name } = part ?? item;
  return <Said tone="right" title={t('ticked', { name: sku ?? name, ...counts })} />;
}

interface ItemProps {
  readonly item: OrderToPack['order_items'][number];
  readonly ticks: Ticks;
  /** Adds units whose codes cannot be scanned; null: items are not scanned now. */
  readonly ticking: Pick<PackOrderProps['packing'], 'tick' | 'tickPart'> | null;
}

/** An item; beneath a set, its parts. */
function Item({ item, ticks, ticking }: ItemProps) {
  const t = usePackingText();
  const done = ticked(ticks, item);
  return (
    <>
      <Row
        name={{
          sku: item.sku,
          says:
            item.variant_name !== null && item.variant_name !== ''
              ? `${item.name} · ${item.variant_name}`
              : item.name,
          spoken: item.sku ?? item.name,
        }}
        counts={{ done, total: item.quantity }}
        onTick={ticking === null ? null : () => ticking.tick(item)}
        {...(item.parts.length === 0 ? {} : { hint: t('isSet') })}
      />
      {item.parts.map((part) => (
        <Row
          key={part.id}
          isPart
          name={{ sku: part.sku, says: part.name, spoken: part.sku ?? part.name }}
          counts={partProgress(ticks, item, part)}
          onTick={ticking === null ? null : () => ticking.tickPart(item, part)}
        />
      ))}
    </>
  );
}

interface RowProps {
  readonly name: { readonly sku: string | null; readonly says: string; readonly spoken: string };
  readonly counts: { readonly done: number; readonly total: number };
  readonly onTick: (() => void) | null;
  readonly isPart?: boolean;
  readonly hint?: string;
}

function Row({ name, counts, onTick, isPart = false, hint }: RowProps) {
  const t = usePackingText();
  const isComplete = counts.done === counts.total;
  const classes = ['es-pack-item', isComplete && 'es-pack-item-complete', isPart && 'es-pack-item-part'];
  return (
    <li className={classes.filter((one) => one !== false).join(' ')}>
      <span className="es-pack-name">
        <Code>{name.sku}</Code>
        <span className="es-quiet">{name.says}</span>
        {hint !== undefined && <span className="es-quiet">{hint}</span>}
      </span>
      {isComplete ? (
        <span className="es-pack-complete">
          <CheckOutlined aria-hidden /> {t('complete')}
        </span>
      ) : (
        onTick !== null && (
          <Button onClick={onTick} aria-label={t('tickOf', { name: name.spoken })}>
            {t('tick')}
          </Button>
        )
      )}
      <span className="es-pack-count">{t('of', counts)}</span>
    </li>
  );
}

interface LabelOfProps {
  readonly order: OrderToPack;
  /** The label was sent to the printer. */
  readonly isOut: boolean;
  readonly Label: ComponentType<LabelProps>;
  readonly onPrinted: () => void;
}

/** The label of a packed order. One that was printed before is printed again on request only. */
function LabelOf({ order, isOut, Label, onPrinted }: LabelOfProps) {
  const t = usePackingText();
  const messageText = useMessageText();
  const [printedBefore] = useState(order.print_label_at);
  const [isAgain, setAgain] = useState(false);
  const { storeId } = useStore();
  const { no_label: missing } = order;
  if (missing !== null) {
    return (
      <p className="es-pack-label">
        {messageText({ ...missing.reason_message, text: missing.reason })} {t('scanTheNext')}
      </p>
    );
  }
  if (printedBefore !== null && !isAgain) {
    return (
      <p className="es-pack-label">
        {t('printedBefore')} <Time at={printedBefore} relative="beside" /> {t('scanTheNext')}{' '}
        <Button onClick={() => setAgain(true)}>{t('printAgain')}</Button>
      </p>
    );
  }
  return (
    <div className="es-pack-label">
      {isOut && <p>{t('confirmLabel')}</p>}
      {!isOut && order.state === 'staff_to_process' && (
        <p>
          {t('toShip')}{' '}
          <Link to={`${orderAddress(storeId, order)}?open=ship`} target="_blank">
            {t('shipIt')}
          </Link>
        </p>
      )}
      {/* Once its shipment is arranged, the marketplace is asked for the label again. */}
      <Label key={order.state} referenceNumber={order.reference_number} onPrinted={onPrinted} />
    </div>
  );
}
