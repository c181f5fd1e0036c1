/** Which server and database a connection leads to. */
export interface DatabaseIdentity {
  readonly systemIdentifier: string;
  readonly timeline: number;
  readonly databaseOid: number;
}

/** What a process finds when it compares the database with what lies outside of it. */
export interface Findings {
  /** The generation of the database, and of the recovery log; null where the log has none. */
  readonly generation: number;
  readonly logGeneration: number | null;
  /** What the database recorded when a process last looked; null where none has. */
  readonly recorded: DatabaseIdentity | null;
  readonly current: DatabaseIdentity;
  /** This process keeps a recovery log; a process of this database kept one. */
  readonly keepsLog: boolean;
  readonly keptLog: boolean;
  /** Something that was committed is not in the database. */
  readonly isLacking: boolean;
  /** Anything is known outside of the database. */
  readonly isRemembered: boolean;
  /** Another process is alive. */
  readonly hasCompany: boolean;
  /** There is no store yet. */
  readonly isEmpty: boolean;
  readonly isRequested: boolean;
}

export type RecoveryReason =
  'lacking' | 'older_generation' | 'log_missing' | 'moved_without_log' | 'requested';

/** agrees: nothing to do. record: the identity is new, nothing is lacking. begin: a database without anything. recover: it went back. */
export type Notice =
  | { readonly verdict: 'agrees' | 'record' | 'begin' }
  | { readonly verdict: 'recover'; readonly reason: RecoveryReason };

/**
 * Whether a database went back in time. A new server, timeline or database with nothing lacking is a move or a fail-over without
 * loss; where nothing is known outside that could be lacking, it is taken for a restored backup.
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
