import { channels } from '@evenstock/contract/channels/channels';
import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';
import { useFulfilmentText } from './fulfilment.texts.ts';

interface RecordedHereProps {
  readonly forms: readonly MassForm<{ readonly is_recorded_here: boolean }>[];
}

/** Names the channels for which a mass action changes orders in Evenstock only. */
export function RecordedHere({ forms }: RecordedHereProps) {
  const t = useFulfilmentText();
  const untold = forms.filter(({ form }) => form?.is_recorded_here);
  if (untold.length === 0) return null;
  const labels = [...new Set(untold.map(({ order }) => channels[order.channel].label))];
  return <p className="es-quiet">{t('recordedHereFor', { marketplaces: labels.join(', ') })}</p>;
}
