import { message } from '@evenstock/contract/messages/message';
import type { AppKeys, Credentials } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { unauthorised } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { readKnownPlaces } from '../../marketplaces/places/known-places.ts';
import type { KnownPlaces } from '../../marketplaces/places/shop-places.ts';
import { openCredentials } from './credentials.ts';
import { readConnection } from './credentials.queries.ts';

/** A connected marketplace, ready to be called. */
export interface Connection {
  readonly id: number;
  readonly storeId: number;
  readonly name: string;
  readonly channel: ChannelKind;
  readonly connector: Connector;
  readonly app: AppKeys;
  readonly credentials: Credentials;
  /** The version of the credentials, which each change increments. */
  readonly version: number;
  readonly clockOffsetMs: number;
  readonly places: KnownPlaces;
  /** Since when calls are refused without a success in between. */
  readonly refusedSince: Date | null;
  /** No call is made before. */
  readonly refusedUntil: Date | null;
}

/** The installation's keys at a channel. @throws ChannelError unauthorised where it has none */
export function appOf(ctx: Context, channel: ChannelKind): AppKeys {
  const app = ctx.apps[channel];
  if (app === undefined) {
    const { label } = channels[channel];
    throw unauthorised('no_app', message('connections.no_app_keys', { channel: label }));
  }
  return app;
}

/**
 * Opens what a call to a marketplace needs.
 * @throws ChannelError unauthorised where it is not connected, or its authorisation has ended
 */
export async function openConnection(ctx: Context, marketplaceId: number): Promise<Connection> {
  const row = await readConnection(ctx.db, marketplaceId);
  if (row === null) throw unauthorised('gone', message('connections.marketplace_gone'));
  if (row.sealed === null || row.version === null || row.state !== 'verified' || row.needsAuthorization) {
    throw unauthorised('not_connected', message('connections.not_connected', { marketplace: row.name }));
  }
  return {
    id: row.id,
    storeId: row.storeId,
    name: row.name,
    channel: row.channel,
    connector: ctx.connectors[row.channel],
    app: appOf(ctx, row.channel),
    credentials: openCredentials(ctx.encryption, { storeId: row.storeId, marketplaceId: row.id }, row.sealed),
    version: row.version,
    clockOffsetMs: row.clockOffsetMs,
    places: readKnownPlaces(row),
    refusedSince: row.refusedSince,
    refusedUntil: row.refusedUntil,
  };
}
