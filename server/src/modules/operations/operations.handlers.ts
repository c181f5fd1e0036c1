import { bind, type BoundJob } from '../../job-binding.ts';
import { forgetOldOperations } from './forget-old-operations.ts';
import type { OperationDefinitions } from './operation-definition.ts';
import { forgetOldOperationsJob, resumeOperationsJob, runOperationJob } from './operations.jobs.ts';
import { resumeOperations } from './resume-operations.ts';
import { runOperation } from './run-operation.ts';

/** The jobs of operations, over the kinds that there are. */
export const operationsJobs = (definitions: OperationDefinitions): readonly BoundJob[] => [
  bind(runOperationJob, (ctx, { operationId }) => runOperation(ctx, definitions, operationId)),
  bind(resumeOperationsJob, resumeOperations),
  bind(forgetOldOperationsJob, forgetOldOperations),
];
