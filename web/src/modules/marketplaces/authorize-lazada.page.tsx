import { channels } from '@evenstock/contract/channels';
import { authoriseLazada } from '@evenstock/contract/authorisation';
import { AuthorisationReturn } from './authorisation-return.tsx';

/** Lazada's return: brings `code` and `state`. */
export default function AuthorizeLazadaPage() {
  return <AuthorisationReturn endpoint={authoriseLazada} channelLabel={channels.lazada.label} />;
}
