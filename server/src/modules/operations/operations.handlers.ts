import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeOperations } from './purge-operations.ts';
import type { OperationDefinitions } from './operation-definition.ts';
import {
  purgeOperationsJob,
  purgeReplacedJobsJob,
  resumeOperationsJob,
  runOperationJob,
} from './operations.jobs.ts';
import { purgeReplacedJobs } from './purge-replaced-jobs.ts';
import { resumeOperations } from './resume-operations.ts';
import { runOperation } from './run-operation.ts';

/** The jobs of operations, for the given kinds. */
export const operationsJobs = (definitions: OperationDefinitions): readonly BoundJob[] => [
  bind(runOperationJob, (ctx, { operationId }) => runOperation(ctx, definitions, operationId)),
  bind(resumeOperationsJob, resumeOperations),
  bind(purgeOperationsJob, purgeOperations),
  bind(purgeReplacedJobsJob, purgeReplacedJobs),
];
