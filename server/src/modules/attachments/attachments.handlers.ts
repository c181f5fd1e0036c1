import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeAttachmentsJob } from './attachments.jobs.ts';
import { purgeAttachments } from './purge-attachments.ts';

export const attachmentsJobs: readonly BoundJob[] = [bind(purgeAttachmentsJob, purgeAttachments)];
