import { throttled } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { CircuitBreakers } from '../../context.ts';

/** So many timeouts in a row open the breaker: fewer may be an accident. */
const TIMEOUTS_TO_OPEN = 3;
/** So many callers may call at once while the breaker is open: they try whether the channel answers again. */
const TRIAL_CALLERS = 2;
/** So many callers may call at once while the breaker is closed: more than there ever are. */
const ALL_CALLERS = 100;
const RETRY_AFTER_SECONDS = 15;

interface CircuitBreaker {
  /** The calls that each caller has in flight. */
  readonly inFlight: Map<object, number>;
  consecutiveTimeouts: number;
  maxCallers: number;
}

/**
 * A channel that does not answer must not hold every worker until its calls time out: the breaker of a channel opens after a few
 * timeouts in a row and then admits two callers at once; it closes by one caller with each answer.
 */
export function createCircuitBreakers(): CircuitBreakers {
  const breakers = new Map<ChannelKind, CircuitBreaker>();
  return {
    acquire(channel, caller) {
      const breaker: CircuitBreaker = breakers.get(channel) ?? {
        inFlight: new Map(),
        consecutiveTimeouts: 0,
        maxCallers: ALL_CALLERS,
      };
      breakers.set(channel, breaker);
      const calls = breaker.inFlight.get(caller) ?? 0;
      if (calls === 0 && breaker.inFlight.size >= breaker.maxCallers) {
        const { label } = channels[channel];
        throw throttled(RETRY_AFTER_SECONDS, `${label} has not been answering. It is asked again by itself.`);
      }
      breaker.inFlight.set(caller, calls + 1);
      return (wasAnswered) => {
        release(breaker, caller);
        count(breaker, wasAnswered);
      };
    },
  };
}

function release({ inFlight }: CircuitBreaker, caller: object): void {
  const left = (inFlight.get(caller) ?? 1) - 1;
  if (left === 0) inFlight.delete(caller);
  else inFlight.set(caller, left);
}

function count(breaker: CircuitBreaker, wasAnswered: boolean): void {
  breaker.consecutiveTimeouts = wasAnswered ? 0 : breaker.consecutiveTimeouts + 1;
  const isOpen = breaker.maxCallers < ALL_CALLERS;
  if (wasAnswered) breaker.maxCallers = Math.min(ALL_CALLERS, breaker.maxCallers + 1);
  else if (breaker.consecutiveTimeouts >= TIMEOUTS_TO_OPEN || isOpen) breaker.maxCallers = TRIAL_CALLERS;
}
