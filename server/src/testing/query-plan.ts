import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';

const measures = z.object({
  'Node Type': z.string(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(1),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Heap Fetches': z.number().default(0),
  'Relation Name': z.string().nullable().default(null),
});
type PlanNode = z.infer<typeof measures> & { readonly Plans: readonly PlanNode[] };
const node: z.ZodType<PlanNode> = measures.extend({
  get Plans() {
    return z.array(node).default([]);
  },
});
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })).min(1) })).min(1);

/** What a statement read when it was run. */
export interface RowsRead {
  /** Rows of tables, and entries of indexes that were walked for the page. */
  readonly rows: number;
  /** Entries that were counted in an index alone, without a look at their rows. */
  readonly counted: number;
  /** Tables that were read from end to end. */
  readonly wholeTables: readonly string[];
}

/** Runs a statement and answers what it read. */
export async function rowsReadBy(db: Database, statement: RawBuilder<unknown>): Promise<RowsRead> {
  const { rows } = await sql`explain (analyze, timing off, format json) ${statement}`.execute(db);
  const [answer] = explained.parse(rows);
  const plan = answer?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('The statement was not explained.');
  const read = { rows: 0, counted: 0, wholeTables: new Set<string>() };
  walk(plan, false, read);
  return { ...read, wholeTables: [...read.wholeTables] };
}

function walk(
  plan: PlanNode,
  isCounting: boolean,
  read: { rows: number; counted: number; wholeTables: Set<string> },
): void {
  const loops = plan['Actual Loops'];
  const seen = plan['Actual Rows'] + plan['Rows Removed by Filter'] + plan['Rows Removed by Index Recheck'];
  const type = plan['Node Type'];
  if (type === 'Index Only Scan' && isCounting) {
    read.counted += seen * loops;
    read.rows += plan['Heap Fetches'];
  } else if (plan['Relation Name'] !== null) {
    read.rows += seen * loops;
    // A branch that was not entered has no loops.
    if (type === 'Seq Scan' && loops > 0) read.wholeTables.add(plan['Relation Name']);
  }
  for (const child of plan.Plans) walk(child, isCounting || type === 'Aggregate', read);
}
