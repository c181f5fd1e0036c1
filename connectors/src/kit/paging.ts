/** Where a pull stands; kept by the server as a row between pages. JSON only. */
export type Cursor = Readonly<Record<string, string | number | boolean | null>>;

export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** When a reading was taken: not before `began`, not after `ended`, on the channel's clock. */
export interface Interval {
  readonly began: Date;
  readonly ended: Date;
}

/** A record that could not be read: kept apart with its reason, the rest of the page goes on. */
export interface Unreadable {
  readonly reference: string;
  readonly reason: string;
}
