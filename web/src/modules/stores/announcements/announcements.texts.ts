import { texts } from '../../../i18n/texts.ts';

export const useAnnouncementsText = texts('announcements', {
  announcements: 'Announcements',
  none: 'No announcements at this time',
  lead: 'Every store reads them on its summary.',
  subscriptions: 'Subscriptions',
  title: 'Title',
  titleRequired: 'Title is required',
  content: 'Content',
  contentRequired: 'Content is required',
  contentHint: 'Each line is a paragraph. Lines that begin with a dash are a list.',
  announce: 'Announce',
  announced: 'Announced to every store',
  announceFailed: 'Failed to announce',
  takeBack: 'Take back',
  takeBackNamed: 'Take back {{title}}',
  takeBackQuestion: 'Take back “{{title}}”?',
  takeBackText: 'No store reads it any more.',
  takenBack: 'Announcement taken back',
  takeBackFailed: 'Failed to take it back',
});
