import { useStore } from '../../api/store-context.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time, useNow } from '../../ui/values/time.tsx';
import { useOrdersText } from './orders.texts.ts';
import { urgencyOf } from './ship-by.rules.ts';

interface DeadlineProps {
  /** Null: the marketplace gives none. */
  readonly at: string | null;
}

/** A deadline of an order, with the time left within its last day; a dash if there is none. */
export function Deadline({ at }: DeadlineProps) {
  if (at === null) return <span className="es-quiet">–</span>;
  return (
    <span className="es-ship-by">
      <Time at={at} />
      <Nearness shipBy={at} />
    </span>
  );
}

function Nearness({ shipBy }: { readonly shipBy: string }) {
  const t = useOrdersText();
  const { store } = useStore();
  const urgency = urgencyOf(shipBy, useNow(), store.time_zone);
  if (urgency.kind === 'later') return null;
  return (
    <StateTag colour="red" glyph={urgency.kind === 'late' ? 'warning' : 'clock'}>
      {'left' in urgency
        ? t(urgency.kind === 'hours' ? 'hoursLeft' : 'minutesLeft', { count: urgency.left })
        : t(urgency.kind === 'late' ? 'shipLate' : 'shipToday')}
    </StateTag>
  );
}
