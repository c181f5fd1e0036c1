import { authoriseAmazonSg } from '@evenstock/contract/authorisation';
import { channels } from '@evenstock/contract/channels';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { notify } from '../../ui/notices.ts';
import { amazonHop } from './amazon-hop.rules.ts';
import { newestAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { ReturnByState } from './return-by-state.tsx';

/** Amazon's two returns: it asks the product to sign the seller in first, or it brings the seller and the code. */
export default function AuthorizeAmazonSgPage() {
  const [search] = useSearchParams();
  if (search.has('amazon_callback_uri')) return <AmazonHop search={search} />;
  return (
    <ReturnByState
      endpoint={authoriseAmazonSg}
      channelLabel={channels['amazon-sg'].label}
      queryOf={returned}
    />
  );
}

/** As Amazon names them, and as our endpoint does. */
function returned(search: URLSearchParams): Record<string, string> {
  return {
    ...Object.fromEntries(search),
    seller_id: search.get('selling_partner_id') ?? '',
    code: search.get('spapi_oauth_code') ?? '',
  };
}

function AmazonHop({ search }: { readonly search: URLSearchParams }) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const context = newestAuthorisation('amazon-sg', search.get('selling_partner_id'));
    const returnTo = `${location.origin}/marketplaces/authorize_amazon_sg`;
    const next = context === null ? null : amazonHop(search, context, returnTo);
    if (next !== null) {
      location.replace(next);
      return;
    }
    notify({ kind: 'error', text: t('notStartedHere') });
    void navigate('/stores', { replace: true });
  }, [navigate, search, t]);

  return <Authorising text={t('authorising', { name: channels['amazon-sg'].label })} />;
}
