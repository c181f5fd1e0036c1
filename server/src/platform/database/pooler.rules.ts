/** What two connections said of themselves: `first` before and after a statement of `second`, whose transaction was still open. */
export interface SessionReadings {
  /** The number of the server's process. */
  readonly firstProcess: number;
  readonly secondProcess: number;
  readonly firstProcessLater: number;
  /** Whether each reads what `first` had set for its session. */
  readonly isSetLater: boolean;
  readonly isSetForSecond: boolean;
}

/** Whether each connection is a session of its own, as prepared statements, session locks and LISTEN need it. */
export function haveOwnSessions(readings: SessionReadings): boolean {
  return (
    readings.firstProcess === readings.firstProcessLater &&
    readings.firstProcess !== readings.secondProcess &&
    readings.isSetLater &&
    !readings.isSetForSecond
  );
}

/** Whether a refusal to connect is that of a connection pooler, which knows few parameters. */
export const refusesParameters = (reason: string): boolean => /unsupported startup parameter/i.test(reason);
