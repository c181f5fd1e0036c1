import { createHash } from 'node:crypto';
import { GraphQLError, Kind, type GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { Table } from '../core/journal.ts';

const day = 86_400_000;

const changeRecord = z.object({
  name: z.string(),
  delta: z.int(),
  variantId: z.string(),
  /** The key of the further place; null: the main one. */
  place: z.string().nullable().default(null),
});

/** What a mutation with a key did, so that the same key can be answered again (shopify.md 2). */
export const attemptRecord = z.object({
  variables: z.string(),
  at: z.int(),
  failed: z.boolean(),
  /** What it made: an adjustment group with its changes, or the number of a refund. */
  group: z
    .object({
      number: z.int(),
      at: z.int(),
      reason: z.string(),
      reference: z.string().nullable(),
      changes: z.array(changeRecord),
    })
    .nullable(),
  refund: z.int().nullable(),
});
export type Attempt = z.infer<typeof attemptRecord>;

/** The key's earlier use forbids this one. */
export interface KeyError {
  readonly code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' | 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED';
  readonly message: string;
}

/** Keys of one app, kept for 24 hours. */
export class IdempotencyKeys {
  readonly #table: Table<Attempt>;
  readonly #now: () => number;
  #tidiedAt = 0;

  constructor(table: Table<Attempt>, now: () => number) {
    this.#table = table;
    this.#now = now;
  }

  /** What is known of a key: nothing, what the same operation did, or why it may not be used. */
  earlier(
    shop: string,
    key: string,
    operation: string,
    input: object,
  ): { attempt: Attempt } | { error: KeyError } | null {
    const attempt = this.#table.get(`${shop}/${key}`);
    if (attempt === undefined || attempt.at + day < this.#now()) return null;
    if (attempt.variables !== fingerprint(operation, input)) {
      return {
        error: {
          code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
          message: 'The idempotency key was used with other parameters.',
        },
      };
    }
    if (attempt.failed) {
      return {
        error: {
          code: 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
          message: 'The earlier request with this idempotency key failed.',
        },
      };
    }
    return { attempt };
  }

  keep(
    shop: string,
    key: string,
    operation: string,
    input: object,
    result: Pick<Attempt, 'failed' | 'group' | 'refund'>,
  ): void {
    this.#table.put(`${shop}/${key}`, {
      ...result,
      variables: fingerprint(operation, input),
      at: this.#now(),
    });
    this.#tidy();
  }

  /** Deletes keys that are too old, now and then. */
  #tidy(): void {
    if (this.#tidiedAt + day / 24 > this.#now()) return;
    this.#tidiedAt = this.#now();
    for (const [id, attempt] of [...this.#table.entries()])
      if (attempt.at + day < this.#now()) this.#table.delete(id);
  }
}

/** The key of the field's `@idempotent` directive. Throws BAD_REQUEST where there is none. */
export function keyOf(info: GraphQLResolveInfo): string {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent');
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value;
  const key =
    value?.kind === Kind.STRING
      ? value.value
      : value?.kind === Kind.VARIABLE
        ? info.variableValues[value.name.value]
        : null;
  if (typeof key === 'string' && key.trim() !== '') return key;
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
    extensions: { code: 'BAD_REQUEST' },
  });
}

function fingerprint(operation: string, input: object): string {
  return createHash('sha256')
    .update(`${operation} ${sortedJson(input)}`)
    .digest('hex');
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${name}:${sortedJson(member)}`).join(',')}}`;
}
