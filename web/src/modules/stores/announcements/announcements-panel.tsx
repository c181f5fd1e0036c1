import { Panel } from '../../../ui/pages/panel.tsx';
import { AnnouncementsList } from './announcements-list.tsx';
import { useAnnouncementsText } from './announcements.texts.ts';

/** The card of announcements on a store's summary. */
export function AnnouncementsPanel() {
  const t = useAnnouncementsText();
  return (
    <Panel title={t('announcements')} flush>
      <AnnouncementsList />
    </Panel>
  );
}
