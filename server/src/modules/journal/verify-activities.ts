import type { Context } from '../../context.ts';
import { sealFaults, type SealFault } from './seal-faults.rules.ts';
import {
  checkSeals,
  currentGeneration,
  findEntryFaults,
  seenButMissing,
  type EntryFault,
} from './seals.queries.ts';

/** The findings of `verifyActivities`. */
export interface Verification {
  /** The newest seal of each store; null for entries outside of any store. */
  readonly chains: readonly {
    readonly storeId: number | null;
    readonly entries: number;
    readonly chain: number;
    readonly number: number;
    readonly hash: string;
    /** The number of backups that were restored before it; the chain continued from each. */
    readonly restores: number;
  }[];
  readonly faults: readonly (EntryFault | SealFault)[];
}

/**
 * Compares every activity with its seal, every seal with its chain, and the chains with the newest seals that are noted outside of the
 * database. Seals that a restored backup lacks are no fault.
 */
export async function verifyActivities({
  db,
  recoveryLog,
}: Pick<Context, 'db' | 'recoveryLog'>): Promise<Verification> {
  // The notes are read first: a seal that was noted before the database is read must be in it.
  const noted = await recoveryLog.seals.noted();
  const generation = await currentGeneration(db);
  const ofThisChain = noted.filter(({ chain }) => chain === generation);
  const seals = await checkSeals(db);
  const faults = [
    ...(await findEntryFaults(db)),
    ...sealFaults(seals),
    ...(await seenButMissing(db, ofThisChain)).map((seal) => ({ fault: 'seal_missing', ...seal }) as const),
  ];
  const chains = new Map<number | null, Verification['chains'][number]>();
  for (const { storeId, chain, number, hash, entries } of seals) {
    const before = chains.get(storeId);
    const restores = (before?.restores ?? 0) + (before !== undefined && before.chain !== chain ? 1 : 0);
    chains.set(storeId, {
      storeId,
      chain,
      number,
      hash,
      restores,
      entries: (before?.entries ?? 0) + entries,
    });
  }
  return { chains: [...chains.values()], faults };
}
