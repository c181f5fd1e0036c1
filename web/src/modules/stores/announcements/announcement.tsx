import type { showStore } from '@evenstock/contract/stores/stores';
import type { Reply } from '../../../api/call.ts';
import { currentSession, watchSession } from '../../../api/session.ts';
import { Banner } from '../../../ui/pages/banner.tsx';

type Lines = Reply<typeof showStore>['banner_announcement'];

let last: Lines = null;

// The announcement of one account must not be shown to the next.
watchSession(() => {
  if (currentSession().state === 'UNAUTHENTICATED') last = null;
});

/** Keeps the announcement of the most recently loaded store, for screens outside any store. */
export function rememberAnnouncement(lines: Lines): void {
  last = lines;
}

/** Two lines above a screen; hidden if both are empty. Without `lines` it shows those of the most recently loaded store. */
export function Announcement({ lines = last }: { readonly lines?: Lines }) {
  if (lines === null || (lines.line_1 === '' && lines.line_2 === '')) return null;
  return (
    <Banner>
      {lines.line_1 !== '' && <strong>{lines.line_1}</strong>}
      {lines.line_2 !== '' && <span>{lines.line_2}</span>}
    </Banner>
  );
}
