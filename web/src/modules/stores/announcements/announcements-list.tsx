import {
  announcementsPageSize,
  listAnnouncements,
  type Announcement,
} from '@evenstock/contract/stores/announcements';
import { Empty, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { useCall } from '../../../api/queries.ts';
import { FormattedContent } from '../../../ui/values/formatted-content.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { ShortPager } from '../../../ui/pages/short-pager.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useAnnouncementsText } from './announcements.texts.ts';
import './announcement.css';

interface AnnouncementsListProps {
  /** The actions on an announcement. */
  readonly action?: (announcement: Announcement) => ReactNode;
}

/** Announcements of platform admins to all stores, newest first, loaded page by page. */
export function AnnouncementsList({ action }: AnnouncementsListProps) {
  const t = useAnnouncementsText();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useCall(
    listAnnouncements,
    { query: { page, per_page: announcementsPageSize } },
    { live: ['notifications'] },
  );
  if (data === undefined) {
    if (error !== null)
      return <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />;
    return <Skeleton className="es-announcements-skeleton" active title={false} paragraph={{ rows: 3 }} />;
  }
  if (data.total_count === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />;
  return (
    <>
      <ul className="es-rows">
        {data.announcements.map((announcement) => (
          <li key={announcement.id} className="es-announcement">
            <div className="es-announcement-head">
              <h3>{announcement.title}</h3>
              {action?.(announcement)}
            </div>
            <FormattedContent html={announcement.formatted_content} />
            <span className="es-quiet">
              <Time at={announcement.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <ShortPager page={page} perPage={announcementsPageSize} total={data.total_count} onTurn={setPage} />
    </>
  );
}
