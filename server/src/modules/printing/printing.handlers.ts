import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeFiles } from './keep-file.ts';
import { purgeFilesJob } from './printing.jobs.ts';

export const printingJobs: readonly BoundJob[] = [bind(purgeFilesJob, purgeFiles)];
