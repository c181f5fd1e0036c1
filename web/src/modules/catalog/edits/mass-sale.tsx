import {
  massDelist,
  massRelist,
  previewMassSale,
  type MassSalePreview,
  type SaleVerb,
} from '@evenstock/contract/listings/mass-sales';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { ActDialog } from '../../../ui/dialogs/act-dialog.tsx';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import './mass-sale.css';
import { useMassSaleText } from './mass-sale.texts.ts';

export interface MassSaleProps {
  readonly choice: VariantChoice;
  readonly onStarted: (operationId: number) => void;
}

/** The buttons that delist or relist the listings of the chosen SKUs. */
export function MassSale({ choice, onStarted }: MassSaleProps) {
  const t = useMassSaleText();
  const [verb, setVerb] = useState<SaleVerb | null>(null);
  return (
    <>
      <Button onClick={() => setVerb('relist')}>{t('relist')}</Button>
      <Button onClick={() => setVerb('delist')}>{t('delist')}</Button>
      {verb !== null && (
        <MassSaleDialog
          verb={verb}
          choice={choice}
          onClose={() => setVerb(null)}
          onStarted={(id) => {
            setVerb(null);
            onStarted(id);
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends MassSaleProps {
  readonly verb: SaleVerb;
  readonly onClose: () => void;
}

/** Shows which listings of which marketplaces take part and which do not, for confirmation. */
function MassSaleDialog({ verb, choice, onStarted, onClose }: DialogProps) {
  const t = useMassSaleText();
  const { storeId } = useStore();
  const preview = useCall(
    previewMassSale,
    { params: { storeId }, body: { verb, variants: choice } },
    { staleTime: 0 },
  );
  const start = useWrite(verb === 'delist' ? massDelist : massRelist, ['operations']);
  const count = preview.data?.count ?? 0;
  return (
    <ActDialog
      title={t(`${verb}Title`)}
      ok={t(`${verb}Ok`, { count })}
      danger={verb === 'delist'}
      disabled={preview.data === undefined || preview.isFetching || count === 0}
      isPending={start.isPending}
      onClose={onClose}
      onOk={() =>
        start.mutate(
          { params: { storeId }, body: { variants: choice, expected_count: count } },
          { onSuccess: ({ mass_action: { id } }) => onStarted(id) },
        )
      }
    >
      {start.error !== null && (
        <Alert
          className="es-mass-sale-problem"
          type="error"
          role="alert"
          title={describeFailure(failureOf(start.error)) ?? t('notStarted')}
          action={
            <Button
              size="small"
              onClick={() => {
                start.reset();
                void preview.refetch();
              }}
            >
              {t('lookAgain')}
            </Button>
          }
        />
      )}
      {preview.data !== undefined ? (
        <Preview verb={verb} preview={preview.data} />
      ) : preview.error === null ? (
        <div role="status" aria-label={t('loading')}>
          <Skeleton active title={false} />
        </div>
      ) : (
        <Retry failure={failureOf(preview.error)} onRetry={() => void preview.refetch()} />
      )}
    </ActDialog>
  );
}

function Preview({ verb, preview }: { readonly verb: SaleVerb; readonly preview: MassSalePreview }) {
  const t = useMassSaleText();
  const messageText = useMessageText();
  const { count, variants_count: variants, marketplaces, skipped } = preview;
  return (
    <>
      <p>
        {count === 0 ? t(verb === 'delist' ? 'noneDelists' : 'noneRelists') : t(`${verb}Text`, { variants })}
      </p>
      <ul className="es-mass-sale">
        {marketplaces.map((marketplace) => (
          <li key={marketplace.id}>
            <MarketplaceName marketplace={marketplace} />
            <span>{t('listings', { count: marketplace.count })}</span>
          </li>
        ))}
      </ul>
      {skipped.length > 0 && (
        <>
          <h3 className="es-mass-sale-skipped">{t('skipped')}</h3>
          <ul className="es-mass-sale">
            {skipped.map((group) => (
              <li key={`${String(group.id)} ${group.reason.code}`}>
                <span>
                  <MarketplaceName marketplace={group} />
                  <span className="es-quiet es-mass-sale-reason">{messageText(group.reason)}</span>
                </span>
                <span>{t('listings', { count: group.count })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
