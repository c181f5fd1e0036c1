import type { Order } from '@evenstock/contract/orders/orders';
import { returnAccepted, type ReturnDetail } from '@evenstock/contract/orders/return-detail';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Code, Money } from '../../ui/values/money.tsx';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import './returns.css';
import { useReturnsText } from './returns.texts.ts';

/** The return of an order with the answers that the server offers; hidden if there is no return. */
export function ReturnPanel({ order }: { readonly order: Order }) {
  const t = useReturnsText();
  const { open } = useOpenDialog();
  const { return_detail: detail, actions } = order;
  if (detail === null) return null;
  return (
    <Panel
      title={t('heading')}
      action={
        <span className="es-return-actions">
          {actions.includes('dispute_return') && (
            <Button onClick={() => open('dispute_return')}>{t('dispute')}</Button>
          )}
          {actions.includes('accept_return') && (
            <Button type="primary" onClick={() => open('accept_return')}>
              {t('accept')}
            </Button>
          )}
        </span>
      }
    >
      <ReturnFacts detail={detail} />
      <ReturnItems items={detail.items} />
      <BuyersPictures pictures={detail.pictures} />
    </Panel>
  );
}

function ReturnFacts({ detail }: { readonly detail: ReturnDetail }) {
  const t = useReturnsText();
  const isAccepted = detail.status === returnAccepted;
  const facts = [
    { label: t('returnNumber'), value: <Code>{detail.reference_number}</Code> },
    {
      label: t('status'),
      value: (
        <span className="es-tags">
          <StateTag colour={isAccepted ? 'green' : 'yellow'} glyph={isAccepted ? 'check' : 'clock'}>
            {detail.status}
          </StateTag>
          {detail.raw_status !== detail.status && <span className="es-quiet">{detail.raw_status}</span>}
        </span>
      ),
    },
    { label: t('dueAt'), value: detail.due_at === null ? null : <Time at={detail.due_at} /> },
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
    { label: t('reason'), value: detail.reason, isWide: true },
    { label: t('disputeReason'), value: detail.dispute_reason, isWide: true },
    { label: t('disputeText'), value: detail.dispute_text_reason, isWide: true },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== null)} />;
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
