import type { Member } from '@evenstock/contract/stores/members';
import { useContext } from 'react';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { formatTime } from '../../ui/values/time.rules.ts';
import { useNow, ZoneContext } from '../../ui/values/time.tsx';
import { useMembersText } from './members.texts.ts';

/** The state of an invitation: 'Invitation pending' or 'Accepted at {date}, {time}'. */
export function InvitationStatus({ member }: { readonly member: Member }) {
  const t = useMembersText();
  const zone = useContext(ZoneContext);
  const now = useNow();
  const { user, invitation_expires_at: until } = member;
  if (!user.invitation_pending) {
    if (user.invitation_accepted_at === null) return <>{t('founder')}</>;
    const [date = '', time = ''] = formatTime(user.invitation_accepted_at, zone).split(' ');
    return <>{t('acceptedAt', { date, time })}</>;
  }
  const ranOut = until !== null && new Date(until).getTime() <= now;
  return (
    <>
      <PendingTag />
      {until !== null && (
        <div className="es-form-hint">
          {ranOut ? t('linkRanOut') : t('linkUntil', { time: formatTime(until, zone) })}
        </div>
      )}
    </>
  );
}

export function PendingTag() {
  const t = useMembersText();
  return (
    <StateTag colour="orange" glyph="clock">
      {t('pending')}
    </StateTag>
  );
}
