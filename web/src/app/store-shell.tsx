import { showStore } from '@evenstock/contract/stores/stores';
import { useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useMemo } from 'react';
import { Link, Navigate, Outlet, useParams } from 'react-router';
import { takeEarlyStore } from '../api/early-store.ts';
import { failureOf } from '../api/failure.ts';
import { followStore } from '../api/live.ts';
import { useCall } from '../api/queries.ts';
import { StoreContext, type StoreHere } from '../api/store-context.ts';
import { CommonPassword } from '../modules/accounts/account/common-password.tsx';
import { MessagePage } from '../modules/accounts/landing.tsx';
import { usePaymentReturn } from '../modules/billing/payment-return.ts';
import { Announcement, rememberAnnouncement } from '../modules/stores/announcements/announcement.tsx';
import { wayOut } from '../modules/stores/way-out.ts';
import { Logo } from '../ui/theme/logo.tsx';
import { notify } from '../ui/pages/notices.ts';
import { Retry } from '../ui/pages/retry.tsx';
import { ZoneContext } from '../ui/values/time.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useAppText } from './app.texts.ts';
import { ExplainNumber } from './explain-number.tsx';
import { Keyboard } from './keyboard.tsx';
import { ShellHeader } from './shell-header.tsx';
import { WorkerSilence } from './worker-silence.tsx';

/** Delay between a failed load of the store and its repetition, in milliseconds. */
const reloadDelay = 300;
/** How often the store is read again while nothing changes: a worker that ended sends no news. In milliseconds. */
const lookAgain = 60_000;

/** The frame of every screen in a store: header with menu, announcement, content. Subscribes to the store's live changes. */
export default function StoreShell() {
  const t = useAppText();
  const { storeId = '' } = useParams();
  const { data, error, refetch } = useCall(
    showStore,
    { params: { storeId } },
    {
      live: ['store', 'marketplaces', 'notifications'],
      early: () => takeEarlyStore(storeId),
      retryDelay: reloadDelay,
      refetchInterval: lookAgain,
    },
  );
  const queries = useQueryClient();
  usePaymentReturn(data === undefined ? null : data.store.stripe_subscription_id !== null);
  const known = data !== undefined;
  useEffect(() => (known ? followStore(storeId, queries) : undefined), [known, storeId, queries]);

  const here = useMemo<StoreHere | null>(
    () =>
      data === undefined ? null : { ...data, storeId, can: (ability) => data.abilities.includes(ability) },
    [data, storeId],
  );
  const banner = data?.banner_announcement ?? null;
  useEffect(() => rememberAnnouncement(banner), [banner]);
  const failure = error === null ? null : failureOf(error);
  if (failure?.kind === 'plain' && failure.help === 'second_factor') return <NeedsSecondFactor />;
  // The loaded data stays while the server does not answer, but not after the store was deleted or the user was removed from it.
  const isGone = failure?.kind === 'plain' && failure.status === 404;
  const isForbidden = failure?.kind === 'plain' && failure.status === 403;
  if (isGone || (here === null && isForbidden)) return <ToStores storeId={storeId} />;
  if (here === null && failure !== null) {
    return (
      <div className="es-shell">
        <header className="es-header">
          <Logo to="/" />
          <div className="es-header-end">
            <AccountMenu />
          </div>
        </header>
        <main className="es-content" id="content">
          <Retry failure={failure} onRetry={() => void refetch()} />
        </main>
      </div>
    );
  }
  if (here === null) {
    return (
      <div className="es-shell" role="status" aria-label={t('loading')}>
        <div className="es-header" />
        <div className="es-content">
          <Skeleton active />
        </div>
      </div>
    );
  }
  return (
    <StoreContext value={here}>
      <ZoneContext value={here.store.time_zone}>
        <div className="es-shell">
          <a className="skip-link" href="#content">
            {t('skipToContent')}
          </a>
          <ShellHeader />
          <Keyboard />
          <CommonPassword />
          <ExplainNumber />
          <Announcement lines={here.banner_announcement} />
          <WorkerSilence since={here.worker_silent_since} />
          <main className="es-content" id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </ZoneContext>
    </StoreContext>
  );
}

/** Leaves the store and clears its cached data, so that a user who is invited again loads it anew. */
function ToStores({ storeId }: { readonly storeId: string }) {
  const t = useAppText();
  const queries = useQueryClient();
  const { to, isExpected } = wayOut(storeId);
  useEffect(() => {
    if (!isExpected) notify({ kind: 'error', text: t('storeNotHere') });
  }, [isExpected, t]);
  useEffect(
    () => () => queries.removeQueries({ queryKey: [showStore.name, { params: { storeId } }] }),
    [queries, storeId],
  );
  return <Navigate to={to} replace />;
}

/** Shown if the store requires a second factor and the account has none. */
function NeedsSecondFactor() {
  const t = useAppText();
  return (
    <MessagePage
      title={t('secondFactorTitle')}
      hint={t('secondFactorHint')}
      action={<Link to="/account">{t('openAccount')}</Link>}
    />
  );
}
