/**
 * The next waiter of one account: the newest from the network with the fewest waiters. So the owner overtakes a flood of guesses
 * that comes from a few networks. In a flood from everywhere the newest waiter goes first, as older ones have likely timed out.
 * @param queue oldest first
 * @returns an index in the queue; -1 where it is empty
 */
export function nextWaiter(queue: readonly { readonly network: string }[]): number {
  const sizes = new Map<string, number>();
  for (const { network } of queue) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const fewest = Math.min(...sizes.values());
  return queue.findLastIndex(({ network }) => sizes.get(network) === fewest);
}
