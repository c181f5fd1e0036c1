import { authoriseTiktok } from '@evenstock/contract/authorisation';
import { channels } from '@evenstock/contract/channels';
import { ReturnByState } from './return-by-state.tsx';

/** Tiktok's return: one address for all stores, so the saved state says whose it is. */
export default function AuthorizeTiktokPage() {
  return <ReturnByState endpoint={authoriseTiktok} channelLabel={channels.tiktok.label} queryOf={returned} />;
}

const returned = (search: URLSearchParams): Record<string, string> => Object.fromEntries(search);
