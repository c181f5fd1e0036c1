import { channels } from '@evenstock/contract/channels';
import { authoriseShopee } from '@evenstock/contract/authorisation';
import { AuthorisationReturn } from './authorisation-return.tsx';

/** Shopee's return: brings `code`, `shop_id` or `main_account_id`, and `state`. */
export default function AuthorizeShopeePage() {
  return <AuthorisationReturn endpoint={authoriseShopee} channelLabel={channels.shopee.label} />;
}
