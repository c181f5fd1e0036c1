import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';
import type { MassLeftOut } from '@evenstock/contract/orders/orders';
import { Alert, Button, Form, Progress } from 'antd';
import { useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { LoadedForms } from '../../api/mass-forms.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import './act-dialog.css';
import { MarketplaceName } from '../values/channel-mark.tsx';
import { Modal } from './dialog.tsx';
import './mass-dialog.css';
import {
  byReason,
  columnOf,
  divideForms,
  fillDown,
  type Skipped,
  type TakesPart,
} from './mass-dialog.rules.ts';
import { message } from './overlays.ts';
import { useSeekError } from './seek-error.ts';
import { Code, Count } from '../values/money.tsx';
import { Retry } from '../pages/retry.tsx';
import { ShortPager } from '../pages/short-pager.tsx';
import { useUiText } from '../texts/ui.texts.ts';
import { useUnsaved } from './unsaved.ts';

/** The form of a mass action for each order, and its validation. */
export interface MassQuestions<Shape, Given extends object> {
  /** The form items of one order; null if it needs no input. */
  readonly items: (one: TakesPart<Shape>) => ReactNode;
  readonly initial: (form: Shape) => Given;
  readonly isAnswered: (form: Shape, answers: Given) => boolean;
  /** The part of another order's answers that is valid for this order. */
  readonly taken: (form: Shape, answers: Given) => Partial<Given>;
  /** The answers with one line of a pasted column in a field; null: no column is pasted there. Left out: nowhere. */
  readonly pasted?: (
    form: Shape,
    answers: Given,
    line: { readonly key: string; readonly line: string },
  ) => Given | null;
}

interface AnsweredOrder<Shape, Given> extends TakesPart<Shape> {
  readonly answers: Given;
}

interface MassDialogProps<Shape, Given extends object> {
  readonly title: string;
  readonly ok: (count: number) => string;
  readonly leave?: string;
  readonly danger?: boolean;
  readonly note?: ReactNode;
  /** What the answers amount to, all orders together. */
  readonly summary?: (orders: readonly AnsweredOrder<Shape, Given>[]) => ReactNode;
  /** The number of selected orders. */
  readonly total: number;
  readonly loaded: Omit<LoadedForms<unknown>, 'replies'>;
  readonly forms: readonly MassForm<Shape>[];
  readonly questions: MassQuestions<Shape, Given>;
  readonly isPending: boolean;
  /** The reason why the last attempt started nothing. */
  readonly failure: Failure | null;
  /** @param leftOut the chosen orders that have no part, with the reasons, for the outcome to name them */
  readonly onSend: (
    orders: readonly AnsweredOrder<Shape, Given>[],
    leftOut: NonNullable<MassLeftOut>,
  ) => void;
  readonly onClose: () => void;
}

/** The width that the specification gives. */
const width = 960;
const shownAtOnce = 10;

/** Asks for the input of one action for each of many orders, shows which orders are left out and why, and starts it for the others. */
export function MassDialog<Shape, Given extends object>(props: MassDialogProps<Shape, Given>) {
  const {
    title,
    ok,
    leave,
    danger = false,
    note,
    summary,
    total,
    loaded,
    forms,
    questions,
    isPending,
    failure,
  } = props;
  const t = useUiText();
  const { takingPart, skipped } = divideForms(forms);
  const given = useGivenAnswers(questions);
  const [page, setPage] = useState(1);
  const [isChecked, setChecked] = useState(false);
  const [sought, seek] = useState({ orderId: 0, times: 0 });
  const close = useUnsaved({ isUnsaved: () => !isPending && given.isGiven, onClose: props.onClose });
  const answered = takingPart.map((one) => ({ ...one, answers: given.of(one) }));
  const incomplete = takingPart.filter((one) => !questions.isAnswered(one.form, given.of(one)));

  function send(): void {
    const [first] = incomplete;
    setChecked(true);
    if (first === undefined) {
      const leftOut = skipped.map(({ order, skipped: { reason_message: words } }) => ({
        reference_number: order.reference_number,
        reason: { code: words.code, values: words.values },
      }));
      props.onSend(answered, leftOut);
      return;
    }
    setPage(Math.floor(takingPart.indexOf(first) / shownAtOnce) + 1);
    seek({ orderId: first.order.id, times: sought.times + 1 });
  }

  function paste(one: TakesPart<Shape>, event: ClipboardEvent): void {
    const lines = columnOf(event.clipboardData.getData('text'));
    const { pasted } = questions;
    if (lines === null || pasted === undefined || !(event.target instanceof HTMLElement)) return;
    const key = event.target.id;
    const { filled, left } = fillDown(takingPart, { from: takingPart.indexOf(one), lines }, (each, line) =>
      pasted(each.form, given.of(each), { key, line }),
    );
    if (filled[0]?.[0] !== one) return;
    event.preventDefault();
    given.fill(filled.map(([{ order }, answers]) => [order.id, answers]));
    message.info(
      t('pastedDown', { count: filled.length }) + (left === 0 ? '' : ` ${t('pastedLeft', { count: left })}`),
    );
  }

  return (
    <Modal
      open
      className="es-mass-dialog"
      title={title}
      width={width}
      okText={ok(takingPart.length)}
      cancelText={leave ?? t('cancel')}
      confirmLoading={isPending}
      okButtonProps={{ danger, disabled: !loaded.isComplete || takingPart.length === 0 }}
      cancelButtonProps={{ disabled: isPending }}
      mask={{ closable: false }}
      onOk={send}
      onCancel={close}
    >
      {failure !== null && (
        <Alert
          className="es-dialog-problem"
          type="error"
          showIcon
          role="alert"
          title={t('nothingStarted')}
          description={describeFailure(failure)}
        />
      )}
      {isChecked && incomplete.length > 0 && (
        <Alert
          className="es-dialog-problem"
          type="error"
          showIcon
          role="alert"
          title={t('incomplete', { count: incomplete.length })}
        />
      )}
      {loaded.isComplete ? (
        <>
          {takingPart.length === 0 ? <p>{t('noneLeft')}</p> : note}
          {summary?.(answered)}
          <LeftOutOrders skipped={skipped} />
          <ul className="es-mass-orders">
            {takingPart.slice((page - 1) * shownAtOnce, page * shownAtOnce).map((one, place, shown) => (
              <MassOrder
                key={`${String(one.order.id)}-${String(given.version)}`}
                one={one}
                heads={shown[place - 1]?.order.marketplace.id !== one.order.marketplace.id}
                others={takingPart.filter(
                  ({ order }) =>
                    order.marketplace.id === one.order.marketplace.id && order.id !== one.order.id,
                )}
                questions={questions}
                answers={given.of(one)}
                isChecked={isChecked}
                sought={sought.orderId === one.order.id ? sought.times : 0}
                onPaste={(event) => paste(one, event)}
                isPending={isPending}
                onAnswer={(answers) => given.set(one.order.id, answers)}
                onUseFor={given.useFor}
              />
            ))}
          </ul>
          <ShortPager page={page} perPage={shownAtOnce} total={takingPart.length} onTurn={setPage} />
        </>
      ) : (
        <Reading read={forms.length} total={total} loaded={loaded} />
      )}
    </Modal>
  );
}

interface ReadingProps {
  readonly read: number;
  readonly total: number;
  readonly loaded: Omit<LoadedForms<unknown>, 'replies'>;
}

function Reading({ read, total, loaded }: ReadingProps) {
  const t = useUiText();
  if (loaded.failure !== null) return <Retry failure={loaded.failure} onRetry={loaded.retry} />;
  return (
    <>
      <p role="status">{t('formsRead', { read, total })}</p>
      <Progress percent={Math.floor((100 * read) / total)} status="active" />
    </>
  );
}

interface GivenAnswers<Shape, Given> {
  readonly of: (one: TakesPart<Shape>) => Given;
  readonly set: (orderId: number, answers: Given) => void;
  readonly useFor: (others: readonly TakesPart<Shape>[], answers: Given) => void;
  readonly fill: (orders: readonly (readonly [number, Given])[]) => void;
  /** Something was answered. */
  readonly isGiven: boolean;
  /** Incremented when answers change other than by typing into their own fields. */
  readonly version: number;
}

function useGivenAnswers<Shape, Given extends object>({
  initial,
  taken,
}: MassQuestions<Shape, Given>): GivenAnswers<Shape, Given> {
  const [answers, setAnswers] = useState<ReadonlyMap<number, Given>>(new Map());
  const [version, setVersion] = useState(0);
  const of = ({ order, form }: TakesPart<Shape>): Given => {
    const known = answers.get(order.id);
    return known ?? initial(form);
  };
  function fill(changed: readonly (readonly [number, Given])[]): void {
    setAnswers((before) => new Map([...before, ...changed]));
    setVersion(version + 1);
  }
  return {
    of,
    set: (orderId, given) => setAnswers((before) => new Map([...before, [orderId, given]])),
    useFor: (others, given) => {
      fill(others.map((one) => [one.order.id, { ...of(one), ...taken(one.form, given) }] as const));
    },
    fill,
    isGiven: answers.size > 0,
    version,
  };
}

/** The orders that are left out, grouped by reason. */
function LeftOutOrders<Shape>({ skipped }: { readonly skipped: readonly Skipped<Shape>[] }) {
  const t = useUiText();
  const messageText = useMessageText();
  if (skipped.length === 0) return null;
  const groups = byReason(skipped, ({ skipped: { reason, reason_message: words } }) =>
    messageText({ ...words, text: reason }),
  );
  return (
    <details className="es-mass-left-out" open>
      <summary>{t('leftOut', { count: skipped.length })}</summary>
      <ul>
        {groups.map(({ reason, ones }) => (
          <li key={reason}>
            <span>{reason}</span>
            <span className="es-mass-left-out-orders">
              {ones.map(({ order }) => (
                <OrderLink key={order.id} number={order.reference_number} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A link that opens the order in another tab, so that the dialog keeps the input. */
function OrderLink({ number }: { readonly number: string }) {
  const { storeId } = useStore();
  return (
    <Link to={`/stores/${storeId}/orders/${encodeURIComponent(number)}`} target="_blank">
      <Code>{number}</Code>
    </Link>
  );
}

interface MassOrderProps<Shape, Given extends object> {
  readonly one: TakesPart<Shape>;
  /** Whether it is the first order of its marketplace on this page. */
  readonly heads: boolean;
  readonly others: readonly TakesPart<Shape>[];
  readonly questions: MassQuestions<Shape, Given>;
  readonly answers: Given;
  readonly isChecked: boolean;
  /** How often the error of this order was sought. */
  readonly sought: number;
  readonly isPending: boolean;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onAnswer: (answers: Given) => void;
  readonly onUseFor: (others: readonly TakesPart<Shape>[], answers: Given) => void;
}

function MassOrder<Shape, Given extends object>(props: MassOrderProps<Shape, Given>) {
  const { one, heads, others, questions, answers, isChecked, isPending, onAnswer, onUseFor } = props;
  const t = useUiText();
  const [form] = Form.useForm<Given>();
  const items = questions.items(one);
  const { order } = one;
  const place = useRef<HTMLLIElement>(null);
  useSeekError(form, place, { isChecked, sought: props.sought });
  return (
    <>
      {heads && (
        <li className="es-mass-heading">
          <h2>
            <MarketplaceName marketplace={order.marketplace} />
          </h2>
          <span className="es-quiet">{t('ordersOf', { count: others.length + 1 })}</span>
        </li>
      )}
      <li ref={place} className="es-mass-order" onPaste={props.onPaste}>
        <div className="es-mass-order-name">
          <OrderLink number={order.reference_number} />
          <span className="es-quiet">
            {order.order_items.map(({ id, quantity, sku, name }) => (
              <span key={id} className="es-one-line">
                <Count value={quantity} /> × {sku ?? name}
              </span>
            ))}
          </span>
        </div>
        {items !== null && (
          <Form<Given>
            form={form}
            className="es-mass-fields"
            layout="vertical"
            size="small"
            requiredMark="optional"
            disabled={isPending}
            initialValues={answers}
            onValuesChange={(_changed, all: Given) => onAnswer({ ...answers, ...all })}
          >
            {items}
            {heads && others.length > 0 && (
              <Button type="link" size="small" onClick={() => onUseFor(others, answers)}>
                {t('useForOthers', { count: others.length })}
              </Button>
            )}
          </Form>
        )}
      </li>
    </>
  );
}
