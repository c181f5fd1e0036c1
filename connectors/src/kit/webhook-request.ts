import type { WebhookRequest } from './webhooks.ts';

/** A header of a webhook request, whatever its case. */
export function headerOf(request: WebhookRequest, name: string): string | null {
  for (const [key, value] of Object.entries(request.headers)) {
    if (key.toLowerCase() === name && value !== undefined) return value;
  }
  return null;
}

/** The body as JSON; undefined when it is not. Only to be called once the signature is known to be right. */
export function jsonOf(request: WebhookRequest): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(request.rawBody));
    return value;
  } catch {
    return undefined;
  }
}
