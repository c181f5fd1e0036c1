import { channels } from '@evenstock/contract/channels/channels';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import type { PlacedMarketplace } from './placed-marketplace.ts';
import './places.css';
import { PlacesModal } from './places.modal.tsx';
import { usePlacesText } from './places.texts.ts';

interface PlacesProps {
  readonly marketplace: PlacedMarketplace;
}

const isConnected = ({ state, needs_authorization: expired }: PlacedMarketplace): boolean =>
  state === 'verified' && !expired;

/** What is to be done, or under way, before the shop is read and written: nothing once it is known which places are kept. */
export function PlacesNotice({ marketplace }: PlacesProps) {
  const t = usePlacesText();
  const messageText = useMessageText();
  const { stock_places: places, place_state: state } = marketplace;
  if (places === null || state === 'chosen' || !isConnected(marketplace)) return null;
  const channel = channels[marketplace.channel].label;
  if (state === 'moving') {
    return (
      <Panel title={t('movingTitle')}>
        <p>{t('movingWhy', { places: namesOf(places.chosen) })}</p>
      </Panel>
    );
  }
  if (state === 'unread') {
    const reason = messageText({ ...places.fault_message, text: places.fault ?? '' });
    return (
      <Panel title={t('unreadTitle')}>
        <p>{t('unreadWhy', { channel, reason })}</p>
        <p>{t('askUntil')}</p>
        <ChooseButton marketplace={marketplace} text={t('choose')} />
      </Panel>
    );
  }
  return (
    <Panel title={t('askTitle')}>
      <p>{t(places.are_summed ? 'askWhySummed' : 'askWhy')}</p>
      <p>{t('askUntil')}</p>
      <ChooseButton
        marketplace={marketplace}
        text={t('choose')}
        isPrimary
        otherwise={<p className="es-quiet">{t('askAdmin')}</p>}
      />
    </Panel>
  );
}

/** The places that are kept, by name, and the way to others. */
export function PlacesPanel({ marketplace }: PlacesProps) {
  const t = usePlacesText();
  const { stock_places: places, place_state: state, channel } = marketplace;
  const isKnown = state === 'chosen' || state === 'moving';
  if (places === null || !isKnown || !isConnected(marketplace)) return null;
  const { chosen, are_summed: areSummed } = places;
  return (
    <Panel
      title={t(areSummed ? 'titleSummed' : 'title')}
      action={state === 'chosen' && <ChooseButton marketplace={marketplace} text={t('change')} />}
    >
      {chosen.length === 0 ? (
        <p>{t('default', { channel: channels[channel].label })}</p>
      ) : (
        <>
          <p className="es-quiet">{t(areSummed ? 'keptSummed' : 'kept')}</p>
          <ul className="es-places">
            {chosen.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export const namesOf = (places: readonly { readonly name: string }[]): string =>
  places.map(({ name }) => name).join(', ');

interface ChooseProps extends PlacesProps {
  readonly text: string;
  readonly isPrimary?: boolean;
  /** Shown to those who may not choose. */
  readonly otherwise?: ReactNode;
}

function ChooseButton({ marketplace, text, isPrimary = false, otherwise }: ChooseProps) {
  const { can } = useStore();
  const [isOpen, setOpen] = useState(false);
  if (!can('marketplace.manage')) return otherwise;
  return (
    <>
      <Button type={isPrimary ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && <PlacesModal marketplace={marketplace} onClose={() => setOpen(false)} />}
    </>
  );
}
