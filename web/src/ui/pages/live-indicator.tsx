import { Tooltip } from 'antd';
import { useLiveStatus } from '../../api/live.ts';
import { useStillWaiting } from '../../api/waiting.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** Shows whether the screen receives live changes. */
export function LiveIndicator() {
  const t = useUiText();
  const status = useLiveStatus();
  const isWaiting = useStillWaiting();
  if (status === 'connecting') return null;
  // What a screen shows is not live while its calls are not answered, even if the stream still is.
  const lost = status === 'lost' || isWaiting;
  return (
    <Tooltip title={t(lost ? 'reconnectingHint' : 'liveHint')}>
      <span className={lost ? 'es-live es-live-lost' : 'es-live'} role="status">
        {t(lost ? 'reconnecting' : 'live')}
      </span>
    </Tooltip>
  );
}
