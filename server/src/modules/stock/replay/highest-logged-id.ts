import { idInCause, loggedMovement } from '../ledger/logged-movement.rules.ts';
import type { MovementSource } from '../ledger/movement.ts';

/** The highest id of any record that logged movements name; 0 where there is none. */
export function highestLoggedId(contents: readonly unknown[]): number {
  let highest = 0;
  for (const content of contents) {
    const { data } = loggedMovement.safeParse(content);
    if (data === undefined) continue;
    const { id, storeId, variantId, source, epochs } = data;
    const ofEpochs = epochs.map((epoch) => epoch.id);
    highest = Math.max(
      highest,
      id,
      storeId,
      variantId,
      idInCause(data) ?? 0,
      idOfSource(source),
      ...ofEpochs,
    );
  }
  return highest;
}

function idOfSource(source: MovementSource): number {
  switch (source.type) {
    case 'Marketplace':
      return source.marketplaceId;
    case 'Order':
      return source.orderId;
    case 'User':
      return source.userId ?? 0;
  }
}
