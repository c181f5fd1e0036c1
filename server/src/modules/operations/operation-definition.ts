import type { MessageCode, MessageOnWire } from '@evenstock/contract/messages/message';
import type { OperationKind, OperationRowState } from '@evenstock/contract/operations/operations';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';

/** An operation as its row holds it, without the parts that only its definition reads. */
export interface OperationRecord {
  readonly id: number;
  readonly storeId: number;
  readonly kind: OperationKind;
  /** The record that it is about; null where there is none. */
  readonly subjectId: number | null;
  /** Null: a schedule, or a deleted account. */
  readonly userId: number | null;
  readonly total: number | null;
  readonly done: number;
  readonly failed: number;
  /** The number of consecutive failures, without a row recorded in between. */
  readonly failures: number;
}

/** The outcome of a row. `key` is unique in the operation; a retry is given keys. */
export interface RowOutcome {
  readonly key: string;
  /** The name by which a person knows it. */
  readonly label: string;
  readonly subject: { readonly type: string; readonly id: number } | null;
  readonly state: OperationRowState;
  /** Why it failed or was skipped. */
  readonly reason: MessageOnWire | null;
  /** A person can do nothing about the failure, so it is shown with the outcome and is no task. */
  readonly isLasting?: boolean;
}

export interface Progress<Cursor> {
  readonly rows: readonly RowOutcome[];
  readonly cursor: Cursor;
  /** The number of records that were done without a row, since there would be too many. */
  readonly doneWithoutRow?: number;
  /** The total number of rows, once it is known. */
  readonly total?: number;
}

/**
 * Runs `work` in a transaction that also records the outcome of its rows and the cursor.
 * @returns whether the step may continue; false once the end of the operation was requested
 * @throws OperationLost where another worker has the lease or the operation has ended; the transaction is rolled back
 */
export type Commit<Cursor> = (work: (tx: Tx) => Promise<Progress<Cursor>>) => Promise<boolean>;

/** `rest`: seconds until the next step, while a prerequisite is prepared elsewhere; `because`: what it waits for. */
export type StepOutcome = 'more' | 'done' | { readonly rest: number; readonly because?: MessageOnWire };

export type OperationEnd = 'done' | 'failed' | 'cancelled';

/** How the action of a row ended. */
export interface LateOutcome {
  readonly subject: { readonly type: string; readonly id: number };
  /** Null: it is done. */
  readonly refusal: MessageOnWire | null;
}

/** Rows that are recorded as failed before the outcome is known. */
export interface LateRows {
  /** The reason that they are recorded with. */
  readonly code: MessageCode;
  /** The outcomes that are known now. */
  readonly outcomes: (ctx: Context, operationId: number) => Promise<readonly LateOutcome[]>;
}

/** One kind of operation. `wiring.ts` lists one for each kind. */
export interface OperationDefinition {
  readonly kind: OperationKind;
  /** Live topics that are announced with its progress, besides 'operations'. */
  readonly topics: readonly LiveTopic[];
  /**
   * Does the next rows, outside of a transaction, so that marketplaces may be called. An error before the commit is retried: a
   * ChannelError after a backoff, any other by the job queue.
   * @throws ZodError for a row that this kind did not write
   */
  step(
    ctx: Context,
    operation: OperationRecord,
    kept: { readonly params: unknown; readonly cursor: unknown },
    commit: Commit<unknown>,
  ): Promise<StepOutcome>;
  /** Records the consequences of the operation's end, in the transaction that ends it: exactly once. */
  finish(tx: Tx, ctx: Context, operation: OperationRecord, end: OperationEnd, params: unknown): Promise<void>;
  /**
   * Prepares the input of an operation to be continued after it was cancelled or failed, in the transaction of the new operation.
   * @returns false where nothing is left to do
   */
  reopen(tx: Tx, ctx: Context, params: unknown): Promise<boolean>;
  /** The input of an operation that retries the rows of these keys. */
  retry(params: unknown, failed: readonly string[]): unknown;
  readonly late: LateRows | null;
  /** Its commits find rows by keys alone, and often: they use generic plans. */
  readonly hotPath: boolean;
}

export type OperationDefinitions = Readonly<Record<OperationKind, OperationDefinition>>;

/** A kind of operation with the schema of its input. */
export interface DefinedOperation<Params extends z.ZodType> extends OperationDefinition {
  readonly params: Params;
}

/** Declares a kind of operation. The schemas are those of the JSON columns of its rows. */
export function defineOperation<Params extends z.ZodType, Cursor extends z.ZodType>(declaration: {
  readonly kind: OperationKind;
  readonly topics: readonly LiveTopic[];
  readonly params: Params;
  readonly cursor: Cursor;
  /** `cursor` is null at the beginning. */
  readonly step: (
    ctx: Context,
    operation: OperationRecord,
    kept: { readonly params: z.output<Params>; readonly cursor: z.output<Cursor> | null },
    commit: Commit<z.input<Cursor>>,
  ) => Promise<StepOutcome>;
  readonly finish: (
    tx: Tx,
    ctx: Context,
    operation: OperationRecord,
    end: OperationEnd,
    params: z.output<Params>,
  ) => Promise<void>;
  /** Only for a kind whose `finish` ended something that its steps need. */
  readonly reopen?: (tx: Tx, ctx: Context, params: z.output<Params>) => Promise<boolean>;
  readonly retry: (params: z.output<Params>, failed: readonly string[]) => z.input<Params>;
  readonly late?: LateRows;
  readonly hotPath?: boolean;
}): DefinedOperation<Params> {
  const { kind, topics, params } = declaration;
  return {
    kind,
    topics,
    params,
    step: (ctx, operation, kept, commit) =>
      declaration.step(
        ctx,
        operation,
        {
          params: params.parse(kept.params),
          cursor: kept.cursor === null ? null : declaration.cursor.parse(kept.cursor),
        },
        commit,
      ),
    finish: (tx, ctx, operation, end, asked) =>
      declaration.finish(tx, ctx, operation, end, params.parse(asked)),
    reopen: async (tx, ctx, asked) => (await declaration.reopen?.(tx, ctx, params.parse(asked))) ?? true,
    retry: (asked, failed) => declaration.retry(params.parse(asked), failed),
    late: declaration.late ?? null,
    hotPath: declaration.hotPath ?? false,
  };
}
