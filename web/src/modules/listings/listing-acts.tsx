import {
  listingAction,
  type ListingAction,
  type ListingDetail,
} from '@evenstock/contract/catalog/product-listings';
import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useNavigate } from 'react-router';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import type { ListingParts } from './listing-parts.ts';
import { useListingsText } from './listings.texts.ts';
import { useListingActs } from './use-listing-acts.ts';

interface ListingActsProps {
  readonly listing: ListingDetail;
  readonly AskSync: ListingParts['AskSync'];
  /** Opens the dialog of an action. */
  readonly onOpen: (dialog: string) => void;
}

/** The actions on a listing, and why the others are unavailable. */
export function ListingActs({ listing, AskSync, onOpen }: ListingActsProps) {
  const t = useListingsText();
  const { can } = useStore();
  const { inProgress, run } = useListingActs();
  const confirm = useConfirm();
  const items = useMenu(listing);
  const raw = useRawPages(listing);
  if (!can('product.work')) return null;
  const isBusy = inProgress.includes(listing.id);
  const { name } = listing;
  const values = { marketplace: listing.marketplace.name, count: listing.variant_listings.length };

  function choose(action: ListingAction, ask: (go: () => void) => void): void {
    switch (action) {
      case 'edit_price':
        ask(() => onOpen('price'));
        break;
      case 'edit_name':
        ask(() => onOpen(`edit-${String(listing.variant_listings[0]?.id ?? '')}`));
        break;
      case 'unmerge':
        ask(() => onOpen('unmerge'));
        break;
      case 'delist':
        confirm({
          title: t('delistTitle', { name }),
          content: t('delistText', values),
          onOk: () => run(listing, 'delist'),
        });
        break;
      case 'delete':
        confirm({
          title: t('deleteTitle', { name, marketplace: values.marketplace }),
          content: t('deleteText', values),
          danger: true,
          onOk: () => run(listing, 'delete'),
        });
        break;
      case 'relist':
      case 'sync':
        void run(listing, action);
    }
  }

  return (
    <AskSync>
      {(ask) => (
        <>
          {listing.actions.includes('sync') && (
            <Button loading={isBusy} onClick={() => choose('sync', ask)}>
              {t('act_sync')}
            </Button>
          )}
          <Dropdown
            trigger={['click']}
            placement="bottomRight"
            menu={{
              items: [...items, ...raw],
              onClick: ({ key }) => {
                const action = listingAction.safeParse(key);
                if (action.success) choose(action.data, ask);
              },
            }}
          >
            <Button icon={<MoreOutlined />} disabled={isBusy} aria-label={t('moreActions')} />
          </Dropdown>
        </>
      )}
    </AskSync>
  );
}

type Items = NonNullable<MenuProps['items']>;

function useMenu(listing: ListingDetail): Items {
  const t = useListingsText();
  const messageText = useMessageText();
  const offered = listing.actions
    .filter((action) => action !== 'sync')
    .map((action) => ({ key: action, label: t(`act_${action}`), danger: action === 'delete' }));
  // A listing on sale cannot be relisted and one off sale cannot be delisted, so only the other action is shown.
  const opposite = listing.state === 'live' ? 'relist' : 'delist';
  const withheld = listing.unavailable_actions
    .filter(({ action }) => action !== opposite)
    .map(({ action, reason, reason_message: words }) => ({
      key: action,
      disabled: true,
      label: (
        <span className="es-listing-why">
          {t(`act_${action}`)}
          <small>{messageText({ ...words, text: reason })}</small>
        </span>
      ),
    }));
  return withheld.length === 0 ? offered : [...offered, { type: 'divider' }, ...withheld];
}

/** A link to the marketplace's raw reply, for platform admins. */
function useRawPages(listing: ListingDetail): Items {
  const t = useListingsText();
  const { storeId } = useStore();
  const { role } = useUser();
  const navigate = useNavigate();
  const [first] = listing.variant_listings;
  if (role === 'member' || first === undefined) return [];
  const base = `/stores/${storeId}/product_listings/${listing.slug}/raw_response`;
  return [
    { type: 'divider' },
    ...(['item', 'variants'] as const).map((what) => ({
      key: `raw-${what}`,
      label: t(what === 'item' ? 'rawItem' : 'rawVariants'),
      onClick: () => void navigate(`${base}/${what}?listing=${String(first.id)}`),
    })),
  ];
}

/** A link to the seller's page of a listing, if its channel has one. */
export function EditThere({ listing }: { readonly listing: ListingDetail }) {
  const t = useListingsText();
  if (listing.edit_url === null) return null;
  return (
    <a href={listing.edit_url} target="_blank" rel="noreferrer">
      {t('editThere')}
    </a>
  );
}
