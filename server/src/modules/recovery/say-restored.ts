import type { Context } from '../../context.ts';
import { requestRecovery } from './installation.queries.ts';

/** Says that the database was restored from a backup: no process claims anything more until its recovery has begun. */
export async function sayRestored({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await requestRecovery(db, clock.now());
}
