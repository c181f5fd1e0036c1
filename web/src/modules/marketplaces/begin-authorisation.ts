import { beginAuthorisation } from '@evenstock/contract/connections/connections';
import type { Marketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { refreshTopics, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { rememberAuthorisation } from './authorisation-context.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** Redirects the browser to the marketplace's consent page. `busy` until the browser has left. */
export function useBeginAuthorisation({
  slug: marketplaceSlug,
  channel,
}: Pick<Marketplace, 'slug' | 'channel'>): { begin: () => void; busy: boolean } {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const start = useWrite(beginAuthorisation);
  return {
    busy: start.isPending || start.isSuccess,
    begin: () => {
      start.mutate(
        { params: { storeId, marketplaceId: marketplaceSlug } },
        {
          onSuccess: ({ authentication_url, state }) => {
            if (authentication_url === null || state === null) {
              notify({ kind: 'success', text: t('authorised_success') });
              refreshTopics(['marketplaces', 'pulls', 'store']);
              return;
            }
            rememberAuthorisation({
              state,
              storeId,
              marketplaceSlug,
              channel,
              consentUrl: authentication_url,
            });
            location.assign(authentication_url);
          },
          onError: (error) =>
            notifyFailure(error, t('authoriseFailedPlain'), (reason) => t('authoriseFailed', { reason })),
        },
      );
    },
  };
}
