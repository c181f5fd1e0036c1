import type { z } from 'zod';
import type { Context } from './context.ts';
import type { JobDefinition } from './platform/jobs/jobs.ts';

/** A kind of work bound to the use case that does it. */
export interface BoundJob {
  readonly definition: JobDefinition;
  /** @throws ZodError for a payload that is not the definition's */
  run(ctx: Context, payload: unknown): Promise<void>;
}

/** Binds a kind of work to its use case. */
export function bind<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  work: (ctx: Context, payload: z.output<Payload>) => Promise<unknown>,
): BoundJob {
  return {
    definition,
    async run(ctx, payload) {
      await work(ctx, definition.payload.parse(payload));
    },
  };
}
