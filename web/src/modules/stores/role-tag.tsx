import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { useStoresText } from './stores.texts.ts';

const colours = { owner: 'green', admin: 'blue', member: 'grey' } as const;

/** A member's role in a store. */
export function RoleTag({ role }: { readonly role: StoreRole }) {
  const t = useStoresText();
  return <StateTag colour={colours[role]}>{t(role)}</StateTag>;
}
