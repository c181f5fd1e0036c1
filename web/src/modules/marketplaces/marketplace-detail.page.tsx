import { channels } from '@evenstock/contract/channels/channels';
import { showMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { Tabs } from 'antd';
import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { ChannelMark } from '../../ui/values/channel-mark.tsx';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Count } from '../../ui/values/money.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { Time } from '../../ui/values/time.tsx';
import { CapabilitiesPanel } from './capabilities-panel.tsx';
import { ChannelTag } from './channel-tag.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { LogisticsTable } from './logistics-table.tsx';
import { MarketplaceActions } from './marketplace-actions.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { MarketplaceStatus } from './marketplace-status.tsx';
import './marketplaces.css';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { OrderDaysPanel } from './order-days-panel.tsx';
import { PlacesNotice, PlacesPanel } from './places/places-panel.tsx';
import { PullsPanel } from './pulls-panel.tsx';
import { QuarantinedPanel } from './quarantined-panel.tsx';
import { RefusedPanel } from './refused-panel.tsx';
import { SafetyStockPanel } from './safety-stock-panel.tsx';
import { ZeroingPanel } from './zeroing-panel.tsx';
import { useMessageText } from '../../i18n/message-text.ts';

interface MarketplaceDetailProps {
  /** The progress or result of its first import. */
  readonly Imports: ComponentType<{ readonly marketplaceId: number }>;
  /** Speed and failures of its sync. */
  readonly Health: ComponentType<{ readonly marketplaceId: number }>;
}

/** One shop: its status, its imports, and the channel's data about its account. */
export function MarketplaceDetailPage({ Imports, Health }: MarketplaceDetailProps) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { marketplaceId = '' } = useParams();
  const query = useCall(
    showMarketplace,
    { params: { storeId, marketplaceId } },
    { live: ['marketplaces', 'pulls'] },
  );
  const back = { to: `/stores/${storeId}/marketplaces`, label: t('backToMarketplaces') };
  return (
    <PageState query={query} notHere={<NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />}>
      {({ marketplace }) => <MarketplaceScreen marketplace={marketplace} Imports={Imports} Health={Health} />}
    </PageState>
  );
}

interface ScreenProps extends MarketplaceDetailProps {
  readonly marketplace: MarketplaceDetail;
}

function MarketplaceScreen({ marketplace, Imports, Health }: ScreenProps) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { marketplaceId = '' } = useParams();
  const hasLogistics = channels[marketplace.channel].showsLogistics;
  const base = `/stores/${storeId}/marketplaces/${marketplaceId}`;
  const tab = useTabKey(base, hasLogistics ? ['', 'sync_health', 'logistics'] : ['', 'sync_health']);
  return (
    <>
      <PageHeader
        title={marketplace.name}
        trail={[{ label: t('title'), to: `/stores/${storeId}/marketplaces` }]}
        picture={
          <span className="es-mark-large">
            <ChannelMark channel={marketplace.channel} />
          </span>
        }
        aside={
          <>
            <MarketplaceStatus marketplace={marketplace} />
            <LiveIndicator />
          </>
        }
        actions={<MarketplaceActions marketplace={marketplace} />}
      />
      <Tabs
        className="es-view-tabs"
        activeKey={tab.active}
        onChange={tab.open}
        items={[
          { key: '', label: t('tab'), children: <Overview marketplace={marketplace} Imports={Imports} /> },
          {
            key: 'sync_health',
            label: t('healthTab'),
            children: (
              <>
                <Health marketplaceId={marketplace.id} />
                <OrderDaysPanel marketplaceId={marketplace.id} />
              </>
            ),
          },
          ...(hasLogistics
            ? [
                {
                  key: 'logistics',
                  label: t('logisticsTab'),
                  children: <LogisticsTable marketplaceSlug={marketplace.slug} />,
                },
              ]
            : []),
        ]}
        destroyOnHidden
      />
    </>
  );
}

function Overview({ marketplace, Imports }: Omit<ScreenProps, 'Health'>) {
  return (
    <div className="es-columns">
      <div>
        <ConnectPanel marketplace={marketplace} />
        <PlacesNotice marketplace={marketplace} />
        <ZeroingPanel zeroing={marketplace.zeroing} />
        <RefusedPanel marketplace={marketplace} />
        <PullsPanel pulls={marketplace.pulls} />
        <OrderDaysPanel marketplaceId={marketplace.id} />
        <Imports marketplaceId={marketplace.id} />
        <QuarantinedPanel records={marketplace.quarantined_records} />
        <CapabilitiesPanel marketplace={marketplace} />
      </div>
      <div>
        <DetailsPanel marketplace={marketplace} />
        <PlacesPanel marketplace={marketplace} />
        <SafetyStockPanel marketplace={marketplace} />
        <AccountPanel marketplace={marketplace} />
      </div>
    </div>
  );
}

function DetailsPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const user = useUser();
  const time = (at: string | null) => (at === null ? t('nothing') : <Time at={at} />);
  const { may_be_seconds_old: seconds, oldest_seconds: oldest } = marketplace.stock_reads;
  const stockReads =
    oldest === null ? t('stockReadsFresh', { seconds }) : t('stockReadsOld', { seconds, oldest });
  const { every_seconds: period, is_limited: isLimited } = marketplace.order_polls;
  const often =
    period % 60 === 0 ? t('everyMinutes', { count: period / 60 }) : t('everySeconds', { seconds: period });
  return (
    <Panel title={t('detailsTitle')}>
      <Facts
        facts={[
          { label: t('name'), value: marketplace.name },
          { label: t('channel'), value: <ChannelTag marketplace={marketplace} /> },
          { label: t('status'), value: <MarketplaceStatus marketplace={marketplace} />, isWide: true },
          ...(channels[marketplace.channel].shopName !== null
            ? [{ label: t('shopName'), value: marketplace.shop_name ?? t('nothing') }]
            : []),
          { label: t('lastOrder'), value: time(marketplace.last_order_imported_at) },
          { label: t('lastProduct'), value: time(marketplace.last_pull_products_at) },
          {
            label: t('orderPolls'),
            value: isLimited ? t('orderPollsLimited', { often }) : often,
            isWide: true,
          },
          { label: t('stockReads'), value: stockReads, isWide: true },
          { label: t('orders'), value: <Count value={marketplace.num_orders} /> },
          { label: t('productListings'), value: <Count value={marketplace.num_product_listings} /> },
          { label: t('sync'), value: <SyncFact marketplace={marketplace} />, isWide: true },
          ...(user.role === 'member'
            ? []
            : [
                { label: t('canPush'), value: t(marketplace.can_sync_to_marketplace ? 'yes' : 'no') },
                {
                  label: t('rawResponse'),
                  value: (
                    <Link
                      to={`/stores/${storeId}/marketplaces/${marketplace.slug}/raw_response`}
                      target="_blank"
                    >
                      {t('view')}
                    </Link>
                  ),
                },
              ]),
        ]}
      />
    </Panel>
  );
}

/** Whether quantities are written to it, with the page where that is switched. */
function SyncFact({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { storeId, store } = useStore();
  const isOn = store.can_sync_quantity && marketplace.can_sync_to_marketplace;
  return (
    <>
      <div>{t(isOn ? 'syncIsOn' : store.can_sync_quantity ? 'syncIsOff' : 'syncOfStoreIsOff')}</div>
      <div>
        <Link to={`/stores/${storeId}/products/planned_writes?marketplace_id_eq=${String(marketplace.id)}`}>
          {t('plannedWrites')}
        </Link>
      </div>
    </>
  );
}

type AccountValue = MarketplaceDetail['account'][number]['value'];

function AccountPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const messageText = useMessageText();
  if (marketplace.account.length === 0) return null;
  return (
    <Panel title={t('accountTitle', { channel: channels[marketplace.channel].label })}>
      <Facts
        facts={marketplace.account.map(({ label: text, label_message: words, value }) => ({
          label: messageText({ ...words, text }),
          value: <AccountValueView value={value} />,
        }))}
      />
    </Panel>
  );
}

function AccountValueView({ value }: { readonly value: AccountValue }) {
  const t = useMarketplacesText();
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const texts = (Array.isArray(value) ? value : [value ?? '']).filter((text) => text !== '');
  if (texts.length === 0) return t('nothing');
  return texts.map((text) => (
    <span key={text} className="es-account-value">
      {/^https?:\/\//.test(text) ? (
        <a href={text} target="_blank" rel="noopener noreferrer">
          {fileNameOf(text)}
        </a>
      ) : (
        text
      )}
    </span>
  ));
}

/** The last part of an address, which names the resource; the whole address if it has no parts. */
function fileNameOf(address: string): string {
  return (
    address
      .split(/[?#]/)[0]
      ?.split('/')
      .slice(3)
      .findLast((part) => part !== '') ?? address
  );
}
