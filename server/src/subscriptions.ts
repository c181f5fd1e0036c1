import type { z } from 'zod';
import type { DomainEvent } from './context.ts';
import type { Tx } from './platform/database/database.ts';
import { enqueue, type EnqueueOptions, type JobDefinition } from './platform/jobs/jobs.ts';

type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;

/** A job that is enqueued for each event of a type, in the transaction of the change (transactional outbox). */
export interface Subscription {
  readonly type: DomainEvent['type'];
  readonly definition: JobDefinition;
  /** Does nothing for events of another type. */
  enqueueFor(tx: Tx, event: DomainEvent): Promise<void>;
}

/** Subscribes a job to the events of a type. */
export function enqueueOn<Type extends DomainEvent['type'], Payload extends z.ZodType>(
  type: Type,
  definition: JobDefinition<Payload>,
  payload: (event: EventOf<Type>) => z.input<Payload>,
  options: (event: EventOf<Type>) => EnqueueOptions = () => ({}),
): Subscription {
  return {
    type,
    definition,
    async enqueueFor(tx, event) {
      if (isOf(event, type)) await enqueue(tx, definition, payload(event), options(event));
    },
  };
}

function isOf<Type extends DomainEvent['type']>(event: DomainEvent, type: Type): event is EventOf<Type> {
  return event.type === type;
}
