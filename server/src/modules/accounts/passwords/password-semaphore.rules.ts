/**
 * The next waiter of one account: the newest from the network with the fewest waiters. The owner is therefore served before a flood
 * of guesses from a few networks. In a flood from everywhere the newest waiter is first, as older ones have likely timed out.
 * @param queue oldest first
 * @returns an index in the queue; -1 if it is empty
 */
export function nextWaiter(queue: readonly { readonly network: string }[]): number {
  const sizes = new Map<string, number>();
  for (const { network } of queue) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const fewest = Math.min(...sizes.values());
  return queue.findLastIndex(({ network }) => sizes.get(network) === fewest);
}
