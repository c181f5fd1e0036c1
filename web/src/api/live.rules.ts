/** `connecting` is shown as connected until a connection has been lost. */
export type LiveStatus = 'connecting' | 'live' | 'lost';

/** What is shown of the connection. Its stream may look alive for a while after the network or the server is gone. */
export function shownStatus({
  stream,
  isOnline,
  isWaiting,
}: {
  readonly stream: LiveStatus;
  readonly isOnline: boolean;
  /** A call has waited for long. */
  readonly isWaiting: boolean;
}): LiveStatus {
  if (!isOnline) return 'lost';
  return stream === 'live' && isWaiting ? 'lost' : stream;
}
