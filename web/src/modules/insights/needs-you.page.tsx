import { listNeedsYou, needsYouScope } from '@evenstock/contract/insights/needs-you';
import { Empty } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { useInsightsText } from './insights.texts.ts';
import { NeedsYouGroup } from './needs-you-group.tsx';
import { groupItems } from './needs-you.rules.ts';
import { useNeedsYouText } from './needs-you.texts.ts';
import './needs-you.css';

/** Lists what failed, with reasons and remedies. */
export default function NeedsYouPage() {
  const t = useNeedsYouText();
  const tSummary = useInsightsText();
  const { storeId, can } = useStore();
  const [search] = useSearchParams();
  const scope = needsYouScope.catch('all').parse(search.get('scope') ?? 'all');
  const before = search.get('before') ?? undefined;
  const query = useCall(
    listNeedsYou,
    { params: { storeId }, query: { scope, before } },
    { live: ['actions', 'operations'] },
  );
  const to = (at: string | null): string => {
    const address = new URLSearchParams({
      ...(scope === 'all' ? {} : { scope }),
      ...(at === null ? {} : { before: at }),
    }).toString();
    return address === '' ? `/stores/${storeId}/needs_you` : `?${address}`;
  };
  return (
    <>
      <PageHeader
        title={t(scope === 'labels' ? 'labelsTitle' : 'title')}
        count={query.data?.total_count}
        trail={[{ label: tSummary('summary'), to: `/stores/${storeId}/summary` }]}
        aside={<LiveIndicator />}
        subtitle={t('hint')}
        {...(scope === 'all'
          ? {}
          : { actions: <Link to={`/stores/${storeId}/needs_you`}>{t('showAll')}</Link> })}
      />
      <PageState query={query}>
        {({ items, next }) => (
          <Panel flush>
            {items.length === 0 ? (
              <Empty className="es-needs-none" image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />
            ) : (
              <ul className="es-rows es-needs" aria-label={t('title')}>
                {groupItems(items, can).map((group) => (
                  <NeedsYouGroup key={group.key} group={group} />
                ))}
              </ul>
            )}
            {(before !== undefined || next !== null) && (
              <nav className="es-needs-pager">
                {before !== undefined && <Link to={to(null)}>{t('newest')}</Link>}
                {next !== null && <Link to={to(next)}>{t('older')}</Link>}
              </nav>
            )}
          </Panel>
        )}
      </PageState>
    </>
  );
}
