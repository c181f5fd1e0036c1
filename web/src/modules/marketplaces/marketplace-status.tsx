import type { Marketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { useContext } from 'react';
import { useLanguage } from '../../i18n/texts.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { formatTime, relativeTime } from '../../ui/values/time.rules.ts';
import { useNow, ZoneContext } from '../../ui/values/time.tsx';
import { marketplaceStatus } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Standing = Pick<Marketplace, 'needs_authorization' | 'state' | 'auth_expiry' | 'place_state'>;

/** Authorised, authorised until a date, or not authorised. */
export function MarketplaceStatus({ marketplace }: { readonly marketplace: Standing }) {
  const t = useMarketplacesText();
  const zone = useContext(ZoneContext);
  const now = useNow();
  const language = useLanguage();
  const status = marketplaceStatus(marketplace, now);
  switch (status.kind) {
    case 'expired':
      return (
        <StateTag colour="red" glyph="warning">
          {t('expired')}
        </StateTag>
      );
    case 'not_authorised':
      return (
        <StateTag colour="grey" glyph="pause">
          {t('notAuthorised')}
        </StateTag>
      );
    case 'expires':
      return (
        <StateTag colour={status.soon ? 'orange' : 'green'} glyph={status.soon ? 'clock' : 'check'}>
          {t('expires', {
            date: formatTime(status.at, zone),
            relative: relativeTime(status.at, now, language),
          })}
        </StateTag>
      );
    case 'place_unknown':
      return (
        <StateTag colour="orange" glyph="warning">
          {t('placeUnknown')}
        </StateTag>
      );
    case 'authorised':
      return (
        <StateTag colour="green" glyph="check">
          {t('authorised')}
        </StateTag>
      );
  }
}
