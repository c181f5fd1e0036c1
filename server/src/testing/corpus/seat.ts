import type { Access, Credentials } from '@evenstock/connectors/kit/access';
import type { orderAfter } from '@evenstock/connectors/kit/behaviours/order-cases';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { SandboxWorld } from '../conformance/sandbox-world.ts';
import type { Json } from './difference.ts';

/** What a connector makes of all records of a kind: by their ids, and how many it set aside. */
export interface Read {
  readonly records: ReadonlyMap<string, Json>;
  readonly aside: number;
}

/** A shop that is read: its world, and who reads. */
export interface Seat {
  readonly channel: ChannelKind;
  readonly connector: Connector;
  readonly world: SandboxWorld;
  /** Whose consent lasts. */
  access(): Promise<Access>;
  /** Tokens of consents of their own, to be renewed: a renewal uses them up. */
  readonly spare: Credentials[];
  /** The orders and the return that forms are for. */
  readonly cases: Cases | null;
}

export interface Cases {
  readonly toShip: Awaited<ReturnType<typeof orderAfter>>;
  readonly toCollect: Awaited<ReturnType<typeof orderAfter>> | null;
  readonly asked: Awaited<ReturnType<typeof orderAfter>> | null;
  readonly returnId: string | null;
}
