import type { StockMovement } from '@evenstock/contract/stock';
import { Count } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { Adjustment, MovementName, MovementSource } from './movement-parts.tsx';
import './why-quantity.css';

/** A filter that matches all movements: without a filter the list starts a month ago. */
export const everyEntry = { created_at_dategteq: '2000-01-01' };

/** Entries of the ledger, one in each line: kind, time, units, and the quantity after it. */
export function MovementLines({ movements }: { readonly movements: readonly StockMovement[] }) {
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
            <Count value={movement.final_quantity} />
          </strong>
        </li>
      ))}
    </ul>
  );
}
