import type { StockMovement } from '@evenstock/contract/stock/stock';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { Count } from '../../ui/values/money.tsx';
import { Time } from '../../ui/values/time.tsx';
import { Adjustment, MovementName, MovementSource } from './movement-parts.tsx';
import './why-quantity.css';

/** A filter that matches all movements: without a filter the list starts a month ago. */
export const everyEntry = { created_at_dategteq: '2000-01-01' };

interface MovementLinesProps {
  readonly movements: readonly StockMovement[];
  /** They are a part of an explanation, so that their numbers open none. */
  readonly isExplanation?: boolean;
}

/** Entries of the ledger, one in each line: kind, time, units, and the quantity after it. */
export function MovementLines({ movements, isExplanation = false }: MovementLinesProps) {
  return (
    <ul className="es-why">
      {movements.map((movement) => (
        <li key={movement.id}>
          <span className="es-why-what">
            <MovementName movement={movement} /> <MovementSource movement={movement} />
          </span>
          <span className="es-quiet es-why-time">
            <Time at={movement.created_at} />
          </span>
          <Adjustment units={movement.adjustment} />
          <strong>
            {isExplanation ? (
              <Count value={movement.final_quantity} />
            ) : (
              <Explained variantId={movement.variant.id}>
                <Count value={movement.final_quantity} />
              </Explained>
            )}
          </strong>
        </li>
      ))}
    </ul>
  );
}
