import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Mails the link of an export that is ready. */
export const mailExportJob = job({
  name: 'spreadsheets.mail_export',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 10,
});

/** Mails how a mass update ended. */
export const mailMassUpdateJob = job({
  name: 'spreadsheets.mail_mass_update',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 10,
});

/** Deletes, every hour, sheets that have expired. */
export const purgeSheetsJob = job({
  name: 'spreadsheets.purge_files',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '41 * * * *',
});
