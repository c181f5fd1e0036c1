import type { TokenScope } from '@evenstock/contract/stores/access-tokens';
import type { WebhookEvent } from '@evenstock/contract/webhooks/webhooks';

type Underscored<Key extends string> = Key extends `${infer One}.${infer Two}` ? `${One}_${Two}` : never;
type KeyOf<Kind extends string, Name extends string> = `${Kind}_${Underscored<Name>}`;

/** The text key of a scope. */
export const scopeText = (scope: TokenScope): KeyOf<'scope', TokenScope> =>
  `scope_${scope.replace('.', '_')}` as KeyOf<'scope', TokenScope>;

/** The text key of an event. */
export const eventText = (event: WebhookEvent): KeyOf<'event', WebhookEvent> =>
  `event_${event.replace('.', '_')}` as KeyOf<'event', WebhookEvent>;
