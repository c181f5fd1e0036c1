import { showMassUpdate } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Progress } from 'antd';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

const ended: readonly string[] = ['done', 'failed', 'cancelled'];

/** The progress of an import; once it has ended, a file with the failed rows. */
export function ImportProgress({ id }: { readonly id: number }) {
  const t = useSpreadsheetsText();
  const { storeId } = useStore();
  const query = useCall(
    showMassUpdate,
    { params: { storeId, operationId: id } },
    { live: ['operations'], staleTime: 0 },
  );
  return (
    <PageState query={query} lines={3}>
      {({ mass_update: { mass_action: action, failed, waits, failed_rows_url: url } }) => (
        <>
          <p role="status">
            {ended.includes(action.state)
              ? t('importDone')
              : waits
                ? t('waiting')
                : t('progress', { done: action.done + failed, total: action.total ?? 0 })}
          </p>
          <Progress
            percent={
              action.total === null || action.total === 0
                ? 0
                : Math.floor((100 * (action.done + failed)) / action.total)
            }
          />
          {failed > 0 && <p className="es-error">{t('importDoneFailed', { count: failed })}</p>}
          {url !== null && (
            <a className="ant-btn ant-btn-primary" href={url}>
              {t('downloadFailed')}
            </a>
          )}
          {!ended.includes(action.state) && <p className="es-quiet">{t('goesOn')}</p>}
        </>
      )}
    </PageState>
  );
}
