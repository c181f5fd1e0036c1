import type { ExplainedListing as Listing } from '@evenstock/contract/catalog/explained-quantity';
import type { ReactNode } from 'react';
import { useMessagesText } from '../../../i18n/message-text.ts';
import { signed } from '../../../i18n/minus.ts';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useExplainText } from './explain.texts.ts';
import { SyncReason, SyncStateTag, SyncSteps } from '../listings/listing-sync.tsx';

/** The calculation of one listing's number: target, sent, confirmed and read quantities, the shown one, and what is still pending. */
export function ExplainedListing({ listing }: { readonly listing: Listing }) {
  const t = useExplainText();
  const { marketplace, sync, target, shown, differences } = listing;
  return (
    <section className="es-panel es-explained" aria-label={marketplace.name}>
      <header className="es-panel-header">
        <h2>
          <MarketplaceName marketplace={marketplace} />
        </h2>
        <span className="es-quiet">
          <Code>{listing.sku}</Code>
        </span>
        <span className="es-panel-action">
          <SyncStateTag state={sync.state} />
        </span>
      </header>
      <div className="es-panel-body">
        {target.length === 0 ? (
          <p className="es-quiet">{t(listing.state === 'deleted' ? 'deleted' : 'notCounted')}</p>
        ) : (
          <>
            <Sum
              terms={target.map(({ term, units }) => ({ label: t(`target_${term}`), units }))}
              whole={{ label: t('target'), units: sync.target }}
            />
            <SyncSteps sync={sync} />
          </>
        )}
        <SyncReason sync={sync} />
        {shown.length > 0 && (
          <Sum
            terms={shown.map(({ term, units, at }) => ({
              label: (
                <>
                  {t(`shown_${term}`)}{' '}
                  {at !== null && (
                    <small className="es-quiet">
                      <Time at={at} />
                    </small>
                  )}
                </>
              ),
              units,
            }))}
            whole={{ label: t('shown'), units: listing.quantity }}
          />
        )}
        {differences.map((difference) => (
          <Difference key={difference.since} difference={difference} />
        ))}
      </div>
    </section>
  );
}

function Difference({ difference }: { readonly difference: Listing['differences'][number] }) {
  const t = useExplainText();
  const messagesText = useMessagesText();
  const { unexplained, booked, booked_elsewhere: joined, decided_after: decided } = difference;
  const terms = [
    { label: t('unexplained'), units: unexplained },
    { label: t('booked'), units: -booked },
    { label: t('bookedElsewhere'), units: -joined },
  ];
  return (
    <div className="es-explained-difference">
      <h3>{t('difference')}</h3>
      <Sum
        terms={terms.filter(({ units }, place) => place === 0 || units !== 0)}
        whole={{ label: t('open'), units: difference.open }}
      />
      <p>
        {messagesText(difference.reason_messages, '')}{' '}
        <span className="es-quiet">
          {decided !== null && (
            <>
              {t('decidedAfter')} <Time at={decided} /> ·{' '}
            </>
          )}
          {t('since')} <Time at={difference.since} />
        </span>
      </p>
    </div>
  );
}

interface Term {
  readonly label: ReactNode;
  readonly units: number | null;
}

/** A sum with one term on each line; the first has no sign. */
function Sum({ terms, whole }: { readonly terms: readonly Term[]; readonly whole: Term }) {
  return (
    <dl className="es-sum">
      {terms.map(({ label, units }, place) => (
        <div key={place}>
          <dt>{label}</dt>
          <dd>{place === 0 ? <Count value={units} /> : <Signed units={units ?? 0} />}</dd>
        </div>
      ))}
      <div className="es-sum-whole">
        <dt>{whole.label}</dt>
        <dd>
          <Count value={whole.units} />
        </dd>
      </div>
    </dl>
  );
}

function Signed({ units }: { readonly units: number }) {
  return <span className="es-number">{signed(units)}</span>;
}
