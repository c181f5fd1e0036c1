import { ChannelError, unavailable } from './errors.ts';

/**
 * Renews a pair of tokens. Only codes that the vendor names end a consent (`unauthorised`): any other refusal of the call is taken for a
 * fault of the moment, as the seller would have to consent again. `endsConsent`: which of the codes of a bad token do, where not all.
 */
export async function renewing<T>(
  work: () => Promise<T>,
  endsConsent: (code: string) => boolean = () => true,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { fault } = error;
    const isEnd = fault.kind === 'unauthorised' && endsConsent(fault.code);
    if (isEnd || (fault.kind !== 'rejected' && fault.kind !== 'unauthorised')) throw error;
    throw unavailable(fault.reason);
  }
}
