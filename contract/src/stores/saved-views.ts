import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, none, recordId } from '../api/fields.ts';
import { fault } from '../messages/message.ts';
import { storePath } from './stores.ts';

/** Lists whose views a member can save. */
export const viewedList = z.enum(['products', 'orders']);
export type ViewedList = z.infer<typeof viewedList>;

/** Views that a member can save of one list; characters of a name and of an address. */
export const savedViewLimits = { views: 50, name: 60, address: 2_000 } as const;

export const savedView = z.object({
  id,
  list: viewedList,
  name: z.string(),
  /** The query of the list's address: tab, filters, sort and page size. */
  address: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

/** The box of orders finds buyers by their names, which no view may keep. */
const unsavedFilters: Readonly<Record<ViewedList, readonly string[]>> = {
  products: [],
  orders: ['reference_number_cont'],
};

/** What a view keeps of a list's address: all but a search that may name a buyer. */
export function viewAddress(list: ViewedList, address: string): string {
  const kept = new URLSearchParams(address);
  const unsaved = unsavedFilters[list].filter((filter) => kept.has(filter));
  if (unsaved.length === 0) return address;
  for (const filter of unsaved) kept.delete(filter);
  return kept.toString();
}

const name = z
  .string(fault('stores.view_name_required'))
  .trim()
  .min(1, fault('stores.view_name_required'))
  .max(savedViewLimits.name, fault('stores.view_name_too_long', { limit: savedViewLimits.name }));
const address = z.string().max(savedViewLimits.address, fault('stores.view_too_long'));

const viewPath = storePath.extend({ savedViewId: recordId });

export const listSavedViews = endpoint({
  name: 'listSavedViews',
  summary: 'The views of lists that the caller has saved in the store, by name',
  method: 'GET',
  path: '/api/stores/:storeId/saved_views.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({ saved_views: z.array(savedView) }),
  permission: 'store.view',
  audit: null,
});

export const createSavedView = endpoint({
  name: 'createSavedView',
  summary: 'Save the address of a list under a name, for the caller alone',
  method: 'POST',
  path: '/api/stores/:storeId/saved_views.json',
  params: storePath,
  query: none,
  body: z.object({ saved_view: z.object({ list: viewedList, name, address }) }),
  reply: z.object({ saved_view: savedView }),
  permission: 'store.view',
  audit: null,
});

export const updateSavedView = endpoint({
  name: 'updateSavedView',
  summary: 'Give a saved view another name or another address',
  method: 'PATCH',
  path: '/api/stores/:storeId/saved_views/:savedViewId.json',
  params: viewPath,
  query: none,
  body: z.object({ saved_view: z.object({ name: name.optional(), address: address.optional() }) }),
  reply: z.object({ saved_view: savedView }),
  permission: 'store.view',
  audit: null,
});

export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  summary: 'Delete a saved view',
  method: 'DELETE',
  path: '/api/stores/:storeId/saved_views/:savedViewId.json',
  params: viewPath,
  query: none,
  body: none,
  reply: empty,
  permission: 'store.view',
  audit: null,
});
