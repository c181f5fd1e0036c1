import { SummaryPage } from '../../modules/insights/summary.page.tsx';
import { NotificationsPanel } from '../../modules/journal/notifications-panel.tsx';
import { AnnouncementsPanel } from '../../modules/stores/announcements/announcements-panel.tsx';
import { DemoGuide } from '../demo-guide.tsx';

/** The store today: figures, next steps, announcements and notifications. */
export default function Summary() {
  return (
    <>
      <DemoGuide />
      <SummaryPage announcements={<AnnouncementsPanel />} notifications={<NotificationsPanel />} />
    </>
  );
}
