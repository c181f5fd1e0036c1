import { Tooltip } from 'antd';
import { useLiveStatus } from '../../api/live.ts';
import { useOnline } from '../../api/connection-doubts.ts';
import { shownStatus } from '../../api/live.rules.ts';
import { useStillWaiting } from '../../api/waiting.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** Shows whether the screen receives live changes. */
export function LiveIndicator() {
  const t = useUiText();
  const stream = useLiveStatus();
  const isOnline = useOnline();
  const isWaiting = useStillWaiting();
  const status = shownStatus({ stream, isOnline, isWaiting });
  if (status === 'connecting') return null;
  const lost = status === 'lost';
  return (
    <Tooltip title={t(lost ? 'reconnectingHint' : 'liveHint')}>
      <span className={lost ? 'es-live es-live-lost' : 'es-live'} role="status">
        {t(lost ? 'reconnecting' : 'live')}
      </span>
    </Tooltip>
  );
}
