import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

/** From where the form of some calls is known, and the day on which that was last looked at. */
const callForm = z.strictObject({
  /** client: programs that read the answer, without a sample of it. unknown: nobody shows it. */
  kind: z.enum(['document', 'recorded', 'client', 'unknown']),
  source: z.string().min(1),
  seen: z.iso.date(),
  calls: z.array(z.string().min(1)).min(1),
});
export type CallForm = z.output<typeof callForm>;

/** @throws Error where the channel's file is malformed */
export function callForms(channel: ChannelKind): readonly CallForm[] {
  const text = readFileSync(join(import.meta.dirname, 'forms', `${channel}.json`), 'utf8');
  return z.array(callForm).parse(JSON.parse(text));
}
