import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { operationAbilities, type FailedRow } from '@evenstock/contract/operations/operations';
import type { Context } from '../../context.ts';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import type { Actor, StoreScope } from '../../api/routing.ts';
import { describeRow } from './describe-operation.rules.ts';
import {
  countFailedRows,
  readFailedRows,
  type AfterRow,
  type FailedRowFilter,
  type FailedRowRecord,
} from './failed-rows.queries.ts';

/** A failed row, with its place among those of its time. */
export interface PlacedRow {
  readonly position: number;
  readonly row: FailedRow;
}

/** Failed rows of a store that wait for a person, newest first, after the given one. */
export async function listFailedRows(
  ctx: Context,
  { store, actor }: { readonly store: StoreScope; readonly actor: Actor },
  kind: FailedRowFilter['kind'],
  after: AfterRow | null,
  limit: number,
): Promise<readonly PlacedRow[]> {
  const abilities = abilitiesIn(store.role, actor);
  const rows = await readFailedRows(ctx.db, { storeId: store.id, kind }, after, limit);
  return rows.map((record) => ({
    position: record.position,
    row: describe(record, abilities.includes(operationAbilities[record.kind])),
  }));
}

/** How many failed rows of a store wait for a person, at most `limit`. */
export async function countFailed(ctx: Context, filter: FailedRowFilter, limit: number): Promise<number> {
  const { rows } = await countFailedRows(filter, limit).execute(ctx.db);
  return rows[0]?.count ?? 0;
}

function describe(record: FailedRowRecord, mayWork: boolean): FailedRow {
  const { kind, userId, askedBy, marketplace } = record;
  const { key, label, subject, reason, at } = describeRow(record);
  const channel = marketplace === null ? null : channelKind.parse(marketplace.channel);
  return {
    key,
    label,
    subject,
    reason,
    at,
    operation: {
      id: record.operationId,
      kind,
      asked_by: userId === null || askedBy === null ? null : { id: userId, email: askedBy },
      can_retry: mayWork && record.isFinished,
      failed: record.failed,
    },
    path: record.reference === null ? null : `/orders/${encodeURIComponent(record.reference)}`,
    marketplace:
      marketplace === null || channel === null
        ? null
        : { ...marketplace, channel, type: channels[channel].marketplaceType },
  };
}
