import { showDownload } from '@evenstock/contract/spreadsheets/spreadsheets';
import { useParams, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

/** Validity of a file's address, less a minute, in milliseconds. */
const freshMs = 14 * 60_000;

/** The page of a mailed download link: opens the file for the user who requested it. */
export default function DownloadPage() {
  const t = useSpreadsheetsText();
  const { storeId } = useStore();
  const { operationId = '' } = useParams();
  const [search] = useSearchParams();
  const query = useCall(
    showDownload,
    { params: { storeId, operationId: Number(operationId) }, query: { sig: search.get('sig') ?? '' } },
    { staleTime: freshMs },
  );
  return (
    <>
      <PageHeader title={t('downloadTitle')} />
      <Panel>
        <PageState
          query={query}
          lines={2}
          notHere={
            <NotHere
              title={t('downloadEnded')}
              hint={t('downloadEndedHint')}
              back={{ to: `/stores/${storeId}/products`, label: t('products') }}
            />
          }
        >
          {({ download: { name, url, expires_at: until } }) => (
            <>
              <p>
                {name} · {t('keptUntil')} <Time at={until} />
              </p>
              <a className="ant-btn ant-btn-primary" href={url} download={name}>
                {t('download')}
              </a>
            </>
          )}
        </PageState>
      </Panel>
    </>
  );
}
