import { Tooltip } from 'antd';
import { useLiveStatus } from '../api/live.ts';
import { useUiText } from './ui.texts.ts';

/** Shows whether the screen receives live changes. */
export function LiveIndicator() {
  const t = useUiText();
  const status = useLiveStatus();
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
