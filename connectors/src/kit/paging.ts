import type { Message } from '@evenstock/contract/messages/message';

/** The position of a pull; the server stores it between pages. JSON only. */
export type Cursor = Readonly<Record<string, string | number | boolean | null>>;

export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** When a read was taken: not before `began`, not after `ended`, on the channel's clock. */
export interface Interval {
  readonly began: Date;
  readonly ended: Date;
}

/** A record that could not be read, with its reason; the rest of the page is processed. */
export interface Unreadable {
  readonly reference: string;
  readonly reason: Message;
}
