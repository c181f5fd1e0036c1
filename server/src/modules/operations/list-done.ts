import type { Handle } from '../../platform/database/database.ts';
import { subjectsDone } from './operations.queries.ts';

/** The ids of the records of an operation's rows that are done, in the order of the rows. */
export const listDone = (db: Handle, operationId: number): Promise<readonly number[]> =>
  subjectsDone(db, operationId);
