import type { WebhookEvent } from '@evenstock/contract/webhooks/webhooks';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

export interface WebhookRow {
  readonly id: number;
  readonly storeId: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly state: 'on' | 'off';
  readonly silentSince: Date | null;
  readonly lastDeliveredAt: Date | null;
  readonly createdAt: Date;
}

/** A webhook with what its deliveries need. */
export interface SendingWebhook extends WebhookRow {
  readonly secretSealed: Buffer;
  readonly silences: number;
  readonly pausedUntil: Date | null;
}

const columns = sql`
  w.id, w.store_id as "storeId", w.url, w.events, w.state, w.silent_since as "silentSince",
  w.last_delivered_at as "lastDeliveredAt", w.created_at as "createdAt"`;
const sending = sql`${columns}, w.secret_sealed as "secretSealed", w.silences, w.paused_until as "pausedUntil"`;

export async function readWebhooks(
  db: Handle,
  storeId: number,
  page: { readonly offset: number; readonly perPage: number },
): Promise<{ webhooks: WebhookRow[]; totalCount: number }> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from webhooks where store_id = ${storeId}`.execute(db);
  const { rows: webhooks } = await sql<WebhookRow>`
    select ${columns} from webhooks w where w.store_id = ${storeId}
    order by w.id desc limit ${page.perPage} offset ${page.offset}`.execute(db);
  return { webhooks, totalCount: counted[0]?.count ?? 0 };
}

/** Webhooks of a store, counted under its row's lock: two that are added at once are counted one after the other. */
export async function countWebhooks(tx: Tx, storeId: number): Promise<number> {
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhooks where store_id = ${storeId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The id of the next webhook: its secret is sealed for it. */
export async function nextWebhookId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(tx);
  return Number(rows[0]?.id);
}

export async function insertWebhook(
  tx: Tx,
  webhook: {
    readonly id: number;
    readonly storeId: number;
    readonly url: string;
    readonly events: readonly WebhookEvent[];
    readonly secretSealed: Buffer;
    readonly at: Date;
  },
): Promise<void> {
  await sql`
    insert into webhooks (id, store_id, url, events, secret_sealed, created_at, updated_at)
    values (${webhook.id}, ${webhook.storeId}, ${webhook.url}, ${webhook.events}, ${webhook.secretSealed}, ${webhook.at},
      ${webhook.at})`.execute(tx);
}

export async function findWebhook(db: Handle, storeId: number, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks w where w.id = ${id} and w.store_id = ${storeId}`.execute(db);
  return rows[0] ?? null;
}

/** A webhook of a store under its lock. New rows of the outbox do not wait for it. */
export async function lockWebhook(tx: Tx, storeId: number, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks w where w.id = ${id} and w.store_id = ${storeId} for no key update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Changes a locked webhook. Switching it on clears its failures. */
export async function setWebhook(
  tx: Tx,
  id: number,
  { events, state, at }: { events: readonly WebhookEvent[]; state: 'on' | 'off'; at: Date },
): Promise<void> {
  await sql`
    update webhooks set events = ${events}, updated_at = ${at}, silent_since = null, silences = 0, paused_until = null,
      state = ${state}
    where id = ${id}`.execute(tx);
}

/** False: there is no such webhook. Its deliveries go with it. */
export async function deleteWebhookRow(tx: Tx, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from webhooks where id = ${id} and store_id = ${storeId} returning id`.execute(tx);
  return rows.length > 0;
}

/** A webhook that is on, as its deliveries need it; null where there is none such. */
export async function findSending(db: Handle, id: number): Promise<SendingWebhook | null> {
  const { rows } = await sql<SendingWebhook>`
    select ${sending} from webhooks w join stores s on s.id = w.store_id and s.deleted_at is null
    where w.id = ${id} and w.state = 'on'`.execute(db);
  return rows[0] ?? null;
}

/** As `findSending`, under the webhook's lock. */
export async function lockSending(tx: Tx, id: number): Promise<SendingWebhook | null> {
  const { rows } = await sql<SendingWebhook>`
    select ${sending} from webhooks w where w.id = ${id} and w.state = 'on' for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Records that the receiver took a delivery. */
export async function noteTaken(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update webhooks set silent_since = null, silences = 0, paused_until = null, last_delivered_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Records that the receiver answered, if not as it should. */
export async function noteAnswered(tx: Tx, id: number): Promise<void> {
  await sql`
    update webhooks set silent_since = null, silences = 0, paused_until = null
    where id = ${id} and silences > 0`.execute(tx);
}

/** Records that the receiver did not answer: nothing is sent to it before `until`. */
export async function noteSilence(tx: Tx, id: number, at: Date, until: Date): Promise<void> {
  await sql`
    update webhooks set silent_since = coalesce(silent_since, ${at}), silences = silences + 1, paused_until = ${until}
    where id = ${id}`.execute(tx);
}
