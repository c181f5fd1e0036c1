import { showRawAccount } from '@evenstock/contract/connections';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** What the marketplace itself answers about the shop, for people who run the installation. */
export default function RawAccountPage() {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { marketplaceId = '' } = useParams();
  const query = useCall(showRawAccount, { params: { storeId, marketplaceId } });
  const base = `/stores/${storeId}/marketplaces`;
  return (
    <>
      <PageHeader
        title={t('rawResponse')}
        trail={[
          { label: t('title'), to: base },
          { label: marketplaceId, to: `${base}/${marketplaceId}` },
        ]}
      />
      <PageState query={query}>
        {({ answers }) =>
          answers.map(({ call, status, body }) => (
            <Panel key={call} title={call} hint={String(status)}>
              <pre className="es-raw">{indented(body)}</pre>
            </Panel>
          ))
        }
      </PageState>
    </>
  );
}

/** JSON on several lines; anything else as it came. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
