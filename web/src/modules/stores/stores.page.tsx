import { listStoreProfiles } from '@evenstock/contract/stores/stores';
import { PlusOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { Retry } from '../../ui/pages/retry.tsx';
import { NewStoreModal } from './new-store.modal.tsx';
import { RoleTag } from './role-tag.tsx';
import './stores.css';
import { useStoresText } from './stores.texts.ts';

/** The stores of the signed-in user; at `/` and `/stores`. */
export function StoresPage({ newStoreNotice }: { readonly newStoreNotice: ReactNode }) {
  const t = useStoresText();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch, isFetching } = useCall(listStoreProfiles, {
    query: { per_page: 100, q: { s: 'created_at asc' } },
  });
  return (
    <>
      <title>{`${t('yourStores')} · Evenstock`}</title>
      <main className="es-content es-stores" id="content">
        <h1>{t('yourStores')}</h1>
        {data === undefined && error !== null ? (
          <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
        ) : (
          <ul className="es-store-cards">
            <li>
              <button type="button" className="es-store-card es-store-add" onClick={() => setAdding(true)}>
                <span className="es-store-letter" aria-hidden="true">
                  <PlusOutlined />
                </span>
                <span>
                  <strong>{t('addStore')}</strong>
                  <small>{t('addStoreHint')}</small>
                </span>
              </button>
            </li>
            {data === undefined ? (
              <CardSkeletons />
            ) : (
              data.store_profiles.map((profile) => <StoreCard key={profile.id} profile={profile} />)
            )}
          </ul>
        )}
      </main>
      <NewStoreModal open={adding} notice={newStoreNotice} onClose={() => setAdding(false)} />
    </>
  );
}

type Profile = Reply<typeof listStoreProfiles>['store_profiles'][number];

function StoreCard({ profile: { store, role } }: { readonly profile: Profile }) {
  return (
    <li>
      <Link to={`/stores/${store.slug}`} className="es-store-card">
        <span className="es-store-letter" aria-hidden="true">
          {store.name.charAt(0).toUpperCase()}
        </span>
        <span>
          <strong>{store.name}</strong>
          <RoleTag role={role} />
        </span>
      </Link>
    </li>
  );
}

function CardSkeletons() {
  return Array.from({ length: 2 }, (_, card) => (
    <li key={card} className="es-store-card">
      <Skeleton active avatar={{ shape: 'square' }} title={false} paragraph={{ rows: 2 }} />
    </li>
  ));
}
