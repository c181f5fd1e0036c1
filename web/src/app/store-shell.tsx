import { showStore } from '@evenstock/contract/stores';
import { useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useMemo } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { ZoneContext } from '../ui/time.tsx';
import { useAppText } from './app.texts.ts';
import { followStore } from './live.ts';
import { useCall } from './queries.ts';
import { ShellHeader } from './shell-header.tsx';
import { StoreContext, type StoreHere } from './store-context.ts';

/** The frame of every screen in a store: header with menu, announcement, content. Follows the store's live changes. */
export default function StoreShell() {
  const t = useAppText();
  const { storeId = '' } = useParams();
  const { data, isError } = useCall(showStore, { params: { storeId } }, { live: ['store', 'marketplaces'] });
  const queries = useQueryClient();
  const known = data !== undefined;
  useEffect(() => (known ? followStore(storeId, queries) : undefined), [known, storeId, queries]);

  const here = useMemo<StoreHere | null>(
    () =>
      data === undefined ? null : { ...data, storeId, can: (ability) => data.abilities.includes(ability) },
    [data, storeId],
  );
  if (here === null) {
    if (isError) return <Navigate to="/stores" replace />;
    return (
      <div className="es-shell" role="status" aria-label={t('loading')}>
        <div className="es-header" />
        <div className="es-content">
          <Skeleton active />
        </div>
      </div>
    );
  }
  const { banner_announcement: banner } = here;
  return (
    <StoreContext value={here}>
      <ZoneContext value={here.store.time_zone}>
        <div className="es-shell">
          <a className="skip-link" href="#content">
            {t('skipToContent')}
          </a>
          <ShellHeader />
          {banner !== null && (banner.line_1 !== '' || banner.line_2 !== '') && (
            <div className="es-banner" role="note">
              <strong>{banner.line_1}</strong>
              <span>{banner.line_2}</span>
            </div>
          )}
          <main className="es-content" id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </ZoneContext>
    </StoreContext>
  );
}
