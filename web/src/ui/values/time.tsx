import { Tooltip } from 'antd';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useLanguage } from '../../i18n/texts.ts';
import { formatTime, relativeTime } from './time.rules.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** IANA zone in which times are shown: the store's. */
export const ZoneContext = createContext('Asia/Singapore');

let now = Date.now();
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function watchClock(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Milliseconds since 1970, updated every 15 s: one clock for all relative times on the screen. */
export function useNow(): number {
  return useSyncExternalStore(watchClock, () => now);
}

interface TimeProps {
  readonly at: string | null;
  /** `beside`: a small relative time below the absolute one. `only`: relative, absolute on hover. Default: relative on hover. */
  readonly relative?: 'beside' | 'only';
}

/** `YYYY-MM-DD HH:mm` in the store's zone, with the relative time on hover. */
export function Time({ at, relative }: TimeProps) {
  const t = useUiText();
  const zone = useContext(ZoneContext);
  const time = useNow();
  const language = useLanguage();
  if (at === null) return <>{t('empty')}</>;
  const absolute = formatTime(at, zone);
  const distance = relativeTime(at, time, language);
  const hint =
    relative === 'only'
      ? t('inZone', { relative: absolute, zone })
      : t('inZone', { relative: distance, zone });
  return (
    <Tooltip title={hint}>
      <time dateTime={at} className="es-time">
        {relative === 'only' ? distance : absolute}
        {relative === 'beside' && <small>{distance}</small>}
      </time>
    </Tooltip>
  );
}
