import { useContext } from 'react';
import { Banner } from '../ui/pages/banner.tsx';
import { ZoneContext } from '../ui/values/time.tsx';
import { formatTime } from '../ui/values/time.rules.ts';
import { useAppText } from './app.texts.ts';

/** A line above the screens while no worker of the installation runs. */
export function WorkerSilence({ since }: { readonly since: string | null }) {
  const t = useAppText();
  const zone = useContext(ZoneContext);
  if (since === null) return null;
  return (
    <Banner>
      <strong>{t('workerSilent', { time: formatTime(since, zone) })}</strong>
      <span>{t('workerSilentHint')}</span>
    </Banner>
  );
}
