import { SummaryPage } from '../../modules/insights/summary.page.tsx';
import { NotificationsPanel } from '../../modules/journal/notifications-panel.tsx';

/** The store today: its numbers, and its notifications. */
export default function Summary() {
  return <SummaryPage notifications={<NotificationsPanel />} />;
}
