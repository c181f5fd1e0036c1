import type { Message } from '@evenstock/contract/messages/message';
import { invalid } from '../../api/routing.ts';

/** A refusal of an uploaded sheet. */
export const refusedSheet = (reason: Message): Error => invalid('product', reason);
