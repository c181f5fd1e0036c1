import { readJson } from './json.ts';
import type { WebhookRequest } from './webhooks.ts';

/** Returns a header of a webhook request, ignoring case. */
export function headerOf(request: WebhookRequest, name: string): string | null {
  for (const [key, value] of Object.entries(request.headers)) {
    if (key.toLowerCase() === name && value !== undefined) return value;
  }
  return null;
}

/** The body as JSON; undefined when it is not JSON. Call it only after the signature was verified. */
export function jsonOf(request: WebhookRequest): unknown {
  try {
    return readJson(new TextDecoder().decode(request.rawBody));
  } catch {
    return undefined;
  }
}
