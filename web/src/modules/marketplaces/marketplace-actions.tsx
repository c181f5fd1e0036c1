import { channels } from '@evenstock/contract/channels/channels';
import { deactivateMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { pullMarketplace } from '@evenstock/contract/pulls/pulls';
import { Button } from 'antd';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { useBeginAuthorisation } from './begin-authorisation.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { authoriseAction } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { MoreActions } from './more-actions.tsx';
import { VerifyKeysModal } from './verify-keys.modal.tsx';
import { ZeroFirst } from './zero-first.tsx';

/** The actions on a shop that the server allows the user. */
export function MarketplaceActions({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { can } = useStore();
  const { begin, busy } = useBeginAuthorisation(marketplace);
  const [typing, setTyping] = useState(false);
  const byKeys = channels[marketplace.channel].consent.by === 'keys';
  const connected = marketplace.state === 'verified' && !marketplace.needs_authorization;
  const deactivatable = marketplace.state === 'verified' || marketplace.needs_authorization;
  return (
    <>
      {connected && can('product.work') && <PullButton marketplace={marketplace} />}
      {deactivatable && can('marketplace.manage') && <DeactivateButton marketplace={marketplace} />}
      {marketplace.can_authenticate && (
        <Button type="primary" onClick={byKeys ? () => setTyping(true) : begin} loading={!byKeys && busy}>
          {t(authoriseAction(marketplace))}
        </Button>
      )}
      <MoreActions marketplace={marketplace} connected={connected} />
      {byKeys && <VerifyKeysModal marketplace={marketplace} open={typing} onClose={() => setTyping(false)} />}
    </>
  );
}

function PullButton({ marketplace: { slug, name, pulls } }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const pull = useWrite(pullMarketplace, ['pulls']);
  const running = pulls.some(({ state }) => state === 'running');
  const start = () => {
    pull.mutate(
      { params: { storeId, marketplaceId: slug } },
      {
        onError: (error) => notifyFailure(error, t('pullFailed', { name })),
      },
    );
  };
  return (
    <Button onClick={start} loading={pull.isPending} disabled={running}>
      {t('pullNow')}
    </Button>
  );
}

function DeactivateButton({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const deactivate = useWrite(deactivateMarketplace, ['marketplaces', 'pulls']);
  const { slug, name } = marketplace;
  const ask = () => {
    let zeroFirst = false;
    confirm({
      title: t('deactivateTitle', { name }),
      content: (
        <>
          <p>{t('deactivateStops')}</p>
          <ZeroFirst marketplace={marketplace} onChange={(chosen) => (zeroFirst = chosen)} />
        </>
      ),
      ok: t('deactivate'),
      danger: true,
      onOk: async () => {
        try {
          await deactivate.mutateAsync({
            params: { storeId, marketplaceId: slug },
            query: { zero_first: zeroFirst },
          });
        } catch (thrown) {
          notifyFailure(thrown, t('deactivateFailed', { name }));
        }
      },
    });
  };
  return (
    <Button danger onClick={ask}>
      {t('deactivate')}
    </Button>
  );
}
