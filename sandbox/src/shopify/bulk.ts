import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Shop } from '../core/shop.ts';
import type { Core, SandboxReply } from '../core/simulator.ts';
import { runBulk, whyNotBulk } from './bulk-query.ts';
import { connection, type PageArguments } from './connection.ts';
import { dateTime, dateTimeOrNull, type CallContext } from './call-context.ts';
import { gid, numbered, numberOf } from './gids.ts';
import { compileSearch } from './search.ts';

/** A bulk query (shopify.md 3.3). */
export const bulkRecord = z.object({
  number: z.int(),
  shop: z.string(),
  query: z.string(),
  status: z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'CANCELING', 'CANCELED', 'FAILED']),
  errorCode: z.enum(['ACCESS_DENIED', 'INTERNAL_SERVER_ERROR']).nullable(),
  scopes: z.array(z.string()),
  /** A fault lets it lack rows. */
  leftOut: z.enum(['nothing', 'all but the first', 'all']).default('nothing'),
  createdAt: z.int(),
  completedAt: z.int().nullable(),
  objects: z.int(),
  roots: z.int(),
  /** Name of the file; null while there is none, or nothing in it. */
  file: z.string().nullable(),
});
export type BulkOperation = z.infer<typeof bulkRecord>;
export const fileRecord = z.object({ text: z.string(), expiresAt: z.int() });

export const bulkPath = '/bulk/';
const mostRunning = 5;
const startsAfter = 500;
const takes = 1_500;
const fileLife = 7 * 86_400_000;

/** The bulk operations of all shops. They run on the marketplaces' clock: created, running, completed. */
export class BulkOperations {
  readonly #core: Core;
  readonly #table: Table<BulkOperation>;
  readonly #files: Table<z.infer<typeof fileRecord>>;

  constructor(core: Core, table: Table<BulkOperation>, files: Table<z.infer<typeof fileRecord>>) {
    this.#core = core;
    this.#table = table;
    this.#files = files;
  }

  /** `bulkOperationRunQuery`. */
  run(context: CallContext, query: string): object {
    const failed = (code: string, message: string) => ({
      bulkOperation: null,
      userErrors: [{ code, field: ['query'], message }],
    });
    const problem = whyNotBulk(query);
    if (problem !== null) return failed('INVALID', problem);
    const running = this.#of(context.shop).filter(({ completedAt }) => completedAt === null);
    if (running.length >= mostRunning) {
      const ids = running.map(({ number }) => gid('BulkOperation', number)).join(', ');
      return failed('OPERATION_IN_PROGRESS', `A bulk query operation for this app and shop is already in progress: ${ids}`); // oxfmt-ignore
    }
    const now = this.#core.clock.now();
    const made: BulkOperation = {
      number: numbered(context.shop, 'bulkOperation', context.shop.nextNumber('bulkOperation')),
      shop: context.shop.id, query, status: 'CREATED', errorCode: null, scopes: [...context.scopes], leftOut: context.leftOut('products'), createdAt: now, completedAt: null, objects: 0, roots: 0, file: null,
    }; // oxfmt-ignore
    this.#table.put(String(made.number), made);
    this.#core.schedule(context.shop, now + startsAfter, 'bulk-start', String(made.number));
    this.#core.schedule(context.shop, now + startsAfter + takes, 'bulk-end', String(made.number));
    return { bulkOperation: this.#view(made), userErrors: [] };
  }

  /** `bulkOperationCancel`. */
  cancel(context: CallContext, id: string): object {
    const found = this.#find(context.shop, id);
    if (found === undefined)
      return {
        bulkOperation: null,
        userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }],
      };
    if (found.completedAt !== null) {
      const message = `A bulk operation cannot be canceled when it is ${found.status.toLowerCase()}`;
      return { bulkOperation: this.#view(found), userErrors: [{ field: ['id'], message }] };
    }
    found.status = 'CANCELING';
    this.#table.put(String(found.number), found);
    return { bulkOperation: this.#view(found), userErrors: [] };
  }

  view(context: CallContext, id: string): object | null {
    const found = this.#find(context.shop, id);
    return found === undefined ? null : this.#view(found);
  }

  /** `currentBulkOperation`: the latest. */
  current(context: CallContext, type: string | null | undefined): object | null {
    const latest = type === 'MUTATION' ? undefined : this.#of(context.shop).at(-1);
    return latest === undefined ? null : this.#view(latest);
  }

  page(context: CallContext, args: PageArguments & { query?: string | null }): object {
    const matches = compileSearch<BulkOperation>(args.query, {
      default: () => [],
      id: ({ number }) => [number],
      status: ({ status }) => [status],
      operation_type: () => ['query'],
      created_at: ({ createdAt }) => [dateTime(createdAt)],
    });
    return connection(
      this.#of(context.shop).filter(matches),
      (one) => ({ value: one.createdAt, id: one.number }),
      (one) => this.#view(one),
      args,
    );
  }

  start(number: string): void {
    const found = this.#table.get(number);
    if (found?.status !== 'CREATED') return;
    found.status = 'RUNNING';
    this.#table.put(number, found);
  }

  /** Runs it to its end, with the scopes of the token that began it. Returns the operation, which the app is notified of. */
  end(number: string, rootFor: (one: BulkOperation) => object): BulkOperation | null {
    const found = this.#table.get(number);
    if (found === undefined || found.completedAt !== null) return null;
    const now = this.#core.clock.now();
    found.completedAt = now;
    if (found.status === 'CANCELING') found.status = 'CANCELED';
    else {
      const result = runBulk(found.query, rootFor(found));
      if ('errors' in result) {
        const isDenied = result.errors.some(({ extensions }) => extensions['code'] === 'ACCESS_DENIED');
        found.status = 'FAILED';
        found.errorCode = isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR';
      } else {
        found.status = 'COMPLETED';
        found.objects = result.objects;
        found.roots = result.roots;
        if (result.objects > 0) found.file = this.#keep(found, `${result.lines.join('\n')}\n`, now);
      }
    }
    return this.#table.put(number, found);
  }

  /** The file behind a link: no token is needed, for the link itself is the secret. */
  answer(path: string): SandboxReply {
    const file = this.#files.get(path.slice(bulkPath.length));
    if (file === undefined || file.expiresAt <= this.#core.clock.now())
      return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'The link has expired.' };
    return { status: 200, headers: { 'content-type': 'application/jsonl' }, body: file.text };
  }

  #keep({ number, shop }: BulkOperation, text: string, now: number): string {
    const secret = this.#core.random(`shopify/bulk/${shop}/${String(number)}/${String(now)}`).hex(24);
    const name = `${String(number)}-${secret}.jsonl`;
    this.#files.put(name, { text, expiresAt: now + fileLife });
    return name;
  }

  #of(shop: Shop): BulkOperation[] {
    return [...this.#table.values()].filter((one) => one.shop === shop.id);
  }

  #find(shop: Shop, id: string): BulkOperation | undefined {
    const found = this.#table.get(numberOf(id, 'BulkOperation') ?? '');
    return found?.shop === shop.id ? found : undefined;
  }

  #view(one: BulkOperation): object {
    const file = one.file === null ? undefined : this.#files.get(one.file);
    return {
      __typename: 'BulkOperation',
      id: gid('BulkOperation', one.number),
      status: one.status,
      type: 'QUERY',
      errorCode: one.errorCode,
      query: one.query,
      createdAt: dateTime(one.createdAt),
      completedAt: dateTimeOrNull(one.completedAt),
      objectCount: String(one.objects),
      rootObjectCount: String(one.roots),
      fileSize: file === undefined ? null : String(Buffer.byteLength(file.text)),
      url: one.file === null ? null : `${this.#core.address('shopify')}${bulkPath}${one.file}`,
      partialDataUrl: null,
    };
  }
}

/** The body of `bulk_operations/finish`. */
export function bulkBody(one: BulkOperation): object {
  return {
    admin_graphql_api_id: gid('BulkOperation', one.number),
    completed_at: dateTimeOrNull(one.completedAt),
    created_at: dateTime(one.createdAt),
    error_code: one.errorCode?.toLowerCase() ?? null,
    status: one.status.toLowerCase(),
    type: 'query',
  };
}
