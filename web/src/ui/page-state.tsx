import type { UseQueryResult } from '@tanstack/react-query';
import { Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../api/failure.ts';
import { useStore } from '../api/store-context.ts';
import './page-state.css';
import { Retry } from './retry.tsx';

interface PageStateProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Instead of what the server says does not exist; without it that is one of the failures. */
  readonly notHere?: ReactNode;
  /** How many lines of the page are hinted at while it loads. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** One record of a page: what is hinted at until it is there, what stands instead where it is not, and how to try again. */
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

/** A page whose record does not exist, or not in this store. */
export function NotHere({ title, hint, back }: NotHereProps) {
  const { store } = useStore();
  return (
    <>
      <title>{`${title} · ${store.name} · Evenstock`}</title>
      <Result
        status="404"
        title={<h1 className="es-not-here">{title}</h1>}
        subTitle={hint}
        extra={<Link to={back.to}>{back.label}</Link>}
      />
    </>
  );
}
