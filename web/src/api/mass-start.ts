import type { massActionReply } from '@evenstock/contract/orders/orders';
import { useState } from 'react';
import type { output } from 'zod';
import { failureOf, type Failure } from './failure.ts';

interface MassStart {
  /** The reason why the last attempt started nothing. */
  readonly failure: Failure | null;
  readonly forget: () => void;
  /** The callbacks that `mutate` takes beside the input. */
  readonly handlers: {
    readonly onSuccess: (reply: output<typeof massActionReply>) => void;
    readonly onError: (thrown: unknown) => void;
  };
}

/** Calls an endpoint that starts a mass action. `onStarted` gets the id of its operation. */
export function useMassStart(onStarted: (operationId: number) => void): MassStart {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    forget: () => setFailure(null),
    handlers: {
      onSuccess: (reply) => {
        if ('mass_action' in reply) onStarted(reply.mass_action.id);
      },
      onError: (thrown) => setFailure(failureOf(thrown)),
    },
  };
}
