import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { useStore } from '../../api/store-context.ts';
import './page-state.css';
import { Retry } from './retry.tsx';

interface PageStateProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Shown if the record does not exist; without it, a missing record is shown like any failure. */
  readonly notHere?: ReactNode;
  /** The number of placeholder lines while the page loads. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The record of a page: a placeholder while it loads, an error with a retry button if it fails. */
export function PageState<Data>({ query, notHere, lines = 8, children }: PageStateProps<Data>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton active paragraph={{ rows: lines }} />;
  const failure = failureOf(error);
  if (notHere !== undefined && failure.kind === 'plain' && failure.status === 404) return notHere;
  return <Retry failure={failure} onRetry={() => void refetch()} loading={isFetching} />;
}

interface NotHereProps {
  readonly title: string;
  readonly hint: string;
  readonly back: { readonly to: string; readonly label: string };
}

/** Shown if the page's record does not exist in this store: why that may be, and where to look. */
export function NotHere({ title, hint, back }: NotHereProps) {
  const { store } = useStore();
  return (
    <>
      <title>{`${title} · ${store.name} · Evenstock`}</title>
      <div className="es-not-here">
        <h1>{title}</h1>
        <p>{hint}</p>
        <Link to={back.to}>{back.label}</Link>
      </div>
    </>
  );
}
