/** Identifies the server and database that a connection leads to. */
export interface DatabaseIdentity {
  readonly systemIdentifier: string;
  readonly timeline: number;
  readonly databaseOid: number;
}

/** The findings of a process that compares the database with what is recorded outside of it. */
export interface Findings {
  /** The generation of the database, and of the recovery log; null where the log has none. */
  readonly generation: number;
  readonly logGeneration: number | null;
  /** The identity that the database recorded at the last comparison; null where there was none. */
  readonly recorded: DatabaseIdentity | null;
  readonly current: DatabaseIdentity;
  /** This process keeps a recovery log; a process of this database kept one. */
  readonly keepsLog: boolean;
  readonly keptLog: boolean;
  /** An entry that was committed is missing in the database. */
  readonly isLacking: boolean;
  /** Anything is recorded outside of the database. */
  readonly isRemembered: boolean;
  /** Another process is alive. */
  readonly hasCompany: boolean;
  /** There is no store yet. */
  readonly isEmpty: boolean;
  readonly isRequested: boolean;
}

export type RecoveryReason =
  | 'lacking'
  | 'older_generation'
  | 'log_missing'
  | 'moved_without_log'
  | 'requested';

/** agrees: nothing to do. record: the identity is new, nothing is missing. begin: an empty database. recover: it was restored. */
export type Notice =
  | { readonly verdict: 'agrees' | 'record' | 'begin' }
  | { readonly verdict: 'recover'; readonly reason: RecoveryReason };

/**
 * Detects a restored database. A new server, timeline or database with nothing missing is a move or a fail-over without loss; if
 * nothing outside could show a loss, it counts as a restored backup.
 */
export function notice(found: Findings): Notice {
  const { recorded, current } = found;
  if (found.isRequested) return { verdict: 'recover', reason: 'requested' };
  if (found.isEmpty && recorded === null) return { verdict: 'begin' };
  if (found.isLacking) return { verdict: 'recover', reason: 'lacking' };
  if (found.logGeneration !== null && found.logGeneration > found.generation)
    return { verdict: 'recover', reason: 'older_generation' };
  const isMissing = found.keepsLog && found.keptLog && found.logGeneration === null;
  if (isMissing && !found.hasCompany) return { verdict: 'recover', reason: 'log_missing' };
  if (recorded === null) return { verdict: 'record' };
  if (isSame(recorded, current)) {
    const isNew = found.keepsLog && (!found.keptLog || found.logGeneration === null);
    return { verdict: isNew ? 'record' : 'agrees' };
  }
  const isKnown = found.isRemembered || found.hasCompany;
  return isKnown ? { verdict: 'record' } : { verdict: 'recover', reason: 'moved_without_log' };
}

function isSame(one: DatabaseIdentity, other: DatabaseIdentity): boolean {
  return (
    one.systemIdentifier === other.systemIdentifier &&
    one.timeline === other.timeline &&
    one.databaseOid === other.databaseOid
  );
}
