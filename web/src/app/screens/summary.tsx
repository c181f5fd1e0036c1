import { SummaryPage } from '../../modules/insights/summary.page.tsx';
import { NotificationsPanel } from '../../modules/journal/notifications-panel.tsx';
import { AnnouncementsPanel } from '../../modules/stores/announcements-panel.tsx';
import { DemoGuide } from '../demo-guide.tsx';

/** The store today: its numbers, what to do next, announcements and notifications. */
export default function Summary() {
  return (
    <>
      <DemoGuide />
      <SummaryPage announcements={<AnnouncementsPanel />} notifications={<NotificationsPanel />} />
    </>
  );
}
