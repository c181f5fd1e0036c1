import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { z } from 'zod';
import { addPlace, placesOf, setPlace } from '../core/places.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Control } from './control.ts';
import { newPlace, placeEdit } from './payloads.ts';

/** A place of stock as the control API shows it. */
export interface PlaceView {
  /** What orders and edits of listings name it by; null: the main one, which they mean where they name none. */
  place: string | null;
  /** The vendor's id of it. */
  id: string;
  name: string;
  is_active: boolean;
}

/** The shop's places, the main one first; none where its channel has one for each shop. Throws SandboxError 404. */
export function listPlaces(control: Control, channel: ChannelKind, shopId: string): PlaceView[] {
  const shop = control.shop(channel, shopId);
  const { places } = control.simulator(channel);
  if (places === undefined) return [];
  return placesOf(shop).map((place) => ({
    place: place.key,
    id: places.idOf(shop, place.number),
    name: place.name ?? places.mainName(shop),
    is_active: place.isActive,
  }));
}

/** Adds a further place. Throws SandboxError 409 at a channel whose shops have one alone. */
export function makePlace(
  control: Control,
  channel: ChannelKind,
  shopId: string,
  wish: z.input<typeof newPlace>,
): PlaceView[] {
  const shop = control.shop(channel, shopId);
  if (control.simulator(channel).places === undefined) {
    throw new SandboxError(409, `Shops of ${channel} have one place of stock here.`);
  }
  addPlace(shop, newPlace.parse(wish).name);
  return control.kept(listPlaces(control, channel, shopId));
}

/** Opens or closes a further place. */
export function editPlace(
  control: Control,
  channel: ChannelKind,
  shopId: string,
  { key, edit }: { readonly key: string; readonly edit: z.input<typeof placeEdit> },
): PlaceView[] {
  setPlace(control.shop(channel, shopId), key, placeEdit.parse(edit).is_active);
  return control.kept(listPlaces(control, channel, shopId));
}
