import { Counter, Histogram, type Registry } from 'prom-client';
import type { AnsweredRequest } from '../../api/http-requests.ts';

/** Upper bounds of the classes of durations, in seconds. */
const CLASSES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers the counts of answered requests, by the pattern of their address and the class of their status, and their durations.
 * @returns a function that counts one
 */
export function addRequestMetrics(registry: Registry): (request: AnsweredRequest) => void {
  const registers = [registry];
  const answered = new Counter({
    name: 'evenstock_requests_total',
    help: 'answered requests, by the pattern of their address',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'evenstock_request_seconds',
    help: 'how long requests took; streams of live changes are left out',
    buckets: CLASSES,
    registers,
  });
  return ({ method, route, status, milliseconds, isStream }) => {
    answered.inc({ method, route, status: `${String(Math.floor(status / 100))}xx` });
    if (!isStream) seconds.observe(milliseconds / 1000);
  };
}
