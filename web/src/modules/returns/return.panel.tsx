import type { Order } from '@evenstock/contract/orders/orders';
import type { ReturnDetail } from '@evenstock/contract/orders/return-detail';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Code, Money } from '../../ui/values/money.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { useMessagesText } from '../../i18n/message-text.ts';
import { ReasonWords, ReturnStatus } from '../../ui/values/return-words.tsx';
import { Time } from '../../ui/values/time.tsx';
import './returns.css';
import { useReturnsText } from './returns.texts.ts';

/** The return of an order; hidden if there is none. Its answers are in the notice above the order. */
export function ReturnPanel({ order }: { readonly order: Order }) {
  const t = useReturnsText();
  const { return_detail: detail } = order;
  if (detail === null) return null;
  return (
    <Panel title={t('heading')}>
      <ReturnFacts detail={detail} />
      <ReturnItems items={detail.items} />
      <BuyersPictures pictures={detail.pictures} />
    </Panel>
  );
}

function ReturnFacts({ detail }: { readonly detail: ReturnDetail }) {
  const t = useReturnsText();
  const messagesText = useMessagesText();
  const { reason, dispute_reason: dispute, dispute_reason_messages: named } = detail;
  const facts = [
    { label: t('returnNumber'), value: <Code>{detail.reference_number}</Code> },
    {
      label: t('status'),
      value: <ReturnStatus state={detail.state} raw={detail.raw_status} />,
    },
    {
      label: t('dueAt'),
      value: detail.due_at === null ? null : <AnswerBy at={detail.due_at} isOver={detail.is_overdue} />,
    },
    {
      label: t('refund'),
      value:
        detail.formatted_refund_amount === null ? null : (
          <Money formatted={detail.formatted_refund_amount} strong />
        ),
    },
    {
      label: t('trackingNumber'),
      value: detail.tracking_number === null ? null : <Code>{detail.tracking_number}</Code>,
    },
    { label: t('createdAt'), value: <Time at={detail.source_created_at} /> },
    { label: t('reason'), value: reason === null ? null : <ReasonWords given={reason} />, isWide: true },
    {
      label: t('disputeReason'),
      value:
        dispute === null ? null : named === undefined ? (
          <ReasonWords given={dispute} />
        ) : (
          messagesText(named, dispute)
        ),
      isWide: true,
    },
    { label: t('disputeText'), value: detail.dispute_text_reason, isWide: true },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== null)} />;
}

function AnswerBy({ at, isOver }: { readonly at: string; readonly isOver: boolean }) {
  const t = useReturnsText();
  return (
    <>
      <Time at={at} />
      {isOver && <span className="es-error"> {t('answerTimeOver')}</span>}
    </>
  );
}

function ReturnItems({ items }: Pick<ReturnDetail, 'items'>) {
  const t = useReturnsText();
  const { storeId } = useStore();
  if (items.length === 0) return null;
  return (
    <ul className="es-return-items" aria-label={t('items')}>
      {items.map(({ variant, name, item_quantity: count, formatted_item_price: price }, place) => (
        <li key={`${String(place)} ${name}`} className="es-card-row">
          {variant === null ? (
            <span>{name}</span>
          ) : (
            <Link to={`/stores/${storeId}/products/${variant.product_slug}/variants/${variant.slug}`}>
              {name}
            </Link>
          )}
          <span className="es-quiet">{t('itemCount', { count, price: price ?? '–' })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The buyer's pictures, which lie at the marketplace; it is not told who looks at them. */
function BuyersPictures({ pictures }: Pick<ReturnDetail, 'pictures'>) {
  const t = useReturnsText();
  if (pictures.length === 0) return null;
  return (
    <section className="es-return-pictures" aria-label={t('pictures')}>
      <h3>{t('pictures')}</h3>
      {pictures.map((url, place) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img
            src={url}
            alt={t('picture', { place: place + 1 })}
            width={72}
            height={72}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        </a>
      ))}
    </section>
  );
}
