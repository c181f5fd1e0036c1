import type { showStore } from '@evenstock/contract/stores/stores';
import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import { createContext, useContext } from 'react';
import type { Reply } from './call.ts';

export interface StoreHere extends Reply<typeof showStore> {
  /** Slug or id, as in the URL. Links and calls use it. */
  readonly storeId: string;
  readonly can: (ability: StoreAbility) => boolean;
}

export const StoreContext = createContext<StoreHere | null>(null);

/** The store of the current screen. Throws outside the store shell. */
export function useStore(): StoreHere {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('no store here');
  return store;
}
