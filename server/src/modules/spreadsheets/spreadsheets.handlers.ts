import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeFiles } from './keep-file.ts';
import { mailExport } from './mail-export.ts';
import { mailMassUpdate } from './mail-mass-update.ts';
import { mailExportJob, mailMassUpdateJob, purgeSheetsJob } from './spreadsheets.jobs.ts';

export const spreadsheetsJobs: readonly BoundJob[] = [
  bind(mailExportJob, (ctx, { operationId }) => mailExport(ctx, operationId)),
  bind(mailMassUpdateJob, (ctx, { operationId }) => mailMassUpdate(ctx, operationId)),
  bind(purgeSheetsJob, purgeFiles),
];
