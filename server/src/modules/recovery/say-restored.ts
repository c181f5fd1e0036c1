import type { Context } from '../../context.ts';
import { requestRecovery } from './installation.queries.ts';

/** Marks the database as restored from a backup: no process claims work until its recovery has begun. */
export async function sayRestored({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await requestRecovery(db, clock.now());
}
