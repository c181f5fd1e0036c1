import type { CodeValues, OperationKind, OperationRowState } from '@evenstock/contract/operations';
import type { LiveTopic } from '@evenstock/contract/live';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';

/** An operation as its row holds it, without what its definition alone understands. */
export interface OperationRecord {
  readonly id: number;
  readonly storeId: number;
  readonly kind: OperationKind;
  /** The record it is about, where it is about one. */
  readonly subjectId: number | null;
  /** Null: a schedule, or an account that is gone. */
  readonly userId: number | null;
  readonly total: number | null;
  readonly done: number;
  readonly failed: number;
  /** How often it failed in a row, without a row written in between. */
  readonly failures: number;
}

/** What became of a row. `key` is unique in the operation, and what a retry is given. */
export interface RowOutcome {
  readonly key: string;
  /** What a person knows it by. */
  readonly label: string;
  readonly subject: { readonly type: string; readonly id: number } | null;
  readonly state: OperationRowState;
  /** Why it failed or was skipped; the definition has the words. */
  readonly code: string | null;
  readonly values: CodeValues;
}

export interface Progress<Cursor> {
  readonly rows: readonly RowOutcome[];
  readonly cursor: Cursor;
  /** Rows in all, once that is known. */
  readonly total?: number;
}

/**
 * Runs `work` in a transaction and writes down, in the same, the outcome of its rows and where the operation goes on.
 * @returns whether the step may go on; false once somebody asked the operation to end
 * @throws OperationLost where another worker has it or it has ended; the transaction then leaves nothing
 */
export type Commit<Cursor> = (work: (tx: Tx) => Promise<Progress<Cursor>>) => Promise<boolean>;

/** `rest`: seconds until it goes on, while somebody else prepares what it needs. */
export type StepOutcome = 'more' | 'done' | { readonly rest: number };

export type OperationEnd = 'done' | 'failed' | 'cancelled';

/** One kind of long work. `wiring.ts` lists one for each kind. */
export interface OperationDefinition {
  readonly kind: OperationKind;
  /** Live topics that are announced with its progress, besides 'operations'. */
  readonly topics: readonly LiveTopic[];
  /**
   * Does the next rows, outside of a transaction: a marketplace may be called here. What is thrown before the commit is tried
   * again: a ChannelError after a pause, anything else by the job queue.
   * @throws ZodError for a row of the table that this kind did not write
   */
  step(
    ctx: Context,
    operation: OperationRecord,
    kept: { readonly params: unknown; readonly cursor: unknown },
    commit: Commit<unknown>,
  ): Promise<StepOutcome>;
  /** What follows from its end, in the transaction that records it: exactly once. */
  finish(tx: Tx, ctx: Context, operation: OperationRecord, end: OperationEnd): Promise<void>;
  /** What an operation is asked for that tries these rows again, by their keys. */
  retry(params: unknown, failed: readonly string[]): unknown;
  /** The sentence for a code of its rows. */
  words(code: string, values: CodeValues): string;
}

export type OperationDefinitions = Readonly<Record<OperationKind, OperationDefinition>>;

/** A kind of long work with the schema of what it is asked for. */
export interface DefinedOperation<Params extends z.ZodType> extends OperationDefinition {
  readonly params: Params;
}

/** Declares a kind of long work; the schemas are those of what its rows keep. */
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
  readonly finish: OperationDefinition['finish'];
  readonly retry: (params: z.output<Params>, failed: readonly string[]) => z.input<Params>;
  readonly words: OperationDefinition['words'];
}): DefinedOperation<Params> {
  const { kind, topics, params, finish, words } = declaration;
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
    finish,
    retry: (asked, failed) => declaration.retry(params.parse(asked), failed),
    words,
  };
}
