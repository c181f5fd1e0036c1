import { ChannelError, unavailable } from './errors.ts';

/**
 * Renews a pair of tokens. Only codes that the vendor names end a consent (`unauthorised`): any other refusal of the call is taken for a
 * fault of the moment, as the seller would have to consent again.
 */
export async function renewing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    throw unavailable(error.fault.reason);
  }
}
