import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { Tooltip } from 'antd';
import { useMessagesText } from '../../../i18n/message-text.ts';
import { Count } from '../../../ui/values/money.tsx';
import { StateTag } from '../../../ui/values/state-tag.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';

type Sync = VariantListing['sync'];

const looks = {
  in_step: { colour: 'green', glyph: 'check' },
  pending: { colour: 'blue', glyph: 'clock' },
  out_of_sync: { colour: 'yellow', glyph: 'warning' },
  failed: { colour: 'red', glyph: 'cross' },
  held: { colour: 'grey', glyph: 'pause' },
} as const;

/** The sync status of a listing as one word. */
export function SyncStateTag({ state }: { readonly state: Sync['state'] }) {
  const t = useCatalogText();
  return <StateTag {...looks[state]}>{t(`sync_${state}`)}</StateTag>;
}

const times = { sent: 'sent_at', acknowledged: 'acknowledged_at', read_back: 'read_at' } as const;
type Step = keyof typeof times;

/** One step in the sync of a quantity, with its time. */
export function SyncStep({ step, sync }: { readonly step: Step; readonly sync: Sync }) {
  const t = useCatalogText();
  const at = sync[times[step]];
  const isOverwritten = step === 'read_back' && isBefore(at, sync.acknowledged_at);
  const number = <Count value={sync[step]} />;
  return (
    <>
      {isOverwritten ? (
        <Tooltip title={t('readBeforeWrite')}>
          <span className="es-quiet es-explains">{number}</span>
        </Tooltip>
      ) : (
        number
      )}
      {at !== null && (
        <small className="es-cell-sub">
          <Time at={at} relative="only" />
        </small>
      )}
    </>
  );
}

function isBefore(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Date.parse(one) < Date.parse(other);
}

/** All steps in a row: target, sent, confirmed and read. */
export function SyncSteps({ sync }: { readonly sync: Sync }) {
  const t = useCatalogText();
  return (
    <dl className="es-sync-steps">
      <div>
        <dt>{t('target')}</dt>
        <dd>
          <strong>
            <Count value={sync.target} />
          </strong>
        </dd>
      </div>
      {(['sent', 'acknowledged', 'read_back'] as const).map((step) => (
        <div key={step}>
          <dt>{t(step === 'read_back' ? 'readBack' : step)}</dt>
          <dd>
            <SyncStep step={step} sync={sync} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The sync problem of a listing, its cause and the remedy, if there is one. */
export function SyncReason({ sync }: { readonly sync: Sync }) {
  const messagesText = useMessagesText();
  if (sync.reason === null) return null;
  return (
    <p className={sync.state === 'failed' ? 'es-sync-reason es-error' : 'es-sync-reason'}>
      {messagesText(sync.reason_messages, sync.reason)}
    </p>
  );
}
