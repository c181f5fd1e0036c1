import type { showStore } from '@evenstock/contract/stores';
import type { StoreAbility } from '@evenstock/contract/endpoint';
import { createContext, useContext } from 'react';
import type { Reply } from './call.ts';

export interface StoreHere extends Reply<typeof showStore> {
  /** As the address writes it: slug or id. What links and calls use. */
  readonly storeId: string;
  readonly can: (ability: StoreAbility) => boolean;
}

export const StoreContext = createContext<StoreHere | null>(null);

/** The store whose screens we are in. Throws outside the store shell. */
export function useStore(): StoreHere {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('no store here');
  return store;
}
