import type { MassMergePreview, MergedGroup } from '@evenstock/contract/catalog/mass-merges';
import { Tooltip } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { useNarrow } from '../../../ui/theme/narrow.ts';
import { ShortPager } from '../../../ui/pages/short-pager.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { LiveMarks } from '../product/live-marks.tsx';
import { useMergingText } from './merging.texts.ts';

interface MergeTableProps {
  readonly groups: readonly MergedGroup[];
  readonly useHighest: boolean;
}

interface MergePagesProps {
  readonly preview: MassMergePreview;
  readonly isCurrent: boolean;
  readonly useHighest: boolean;
  readonly onPage: (page: number) => void;
}

/** A page of the SKUs that would be merged. */
export function MergePages({ preview, isCurrent, useHighest, onPage }: MergePagesProps) {
  return (
    <>
      <div className="es-merge-pages" aria-busy={!isCurrent}>
        <MergeTable groups={preview.groups} useHighest={useHighest} />
      </div>
      <ShortPager page={preview.page} perPage={preview.per_page} total={preview.count} onTurn={onPage} />
    </>
  );
}

/** Each SKU's listings with their current quantities, and the quantity after the merge. */
function MergeTable({ groups, useHighest }: MergeTableProps) {
  const t = useCatalogText();
  const narrow = useNarrow();
  return (
    <table className="es-merge">
      <thead>
        <tr>
          {!narrow && <th scope="col">{t('sku')}</th>}
          <th scope="col">{t('listing')}</th>
          <th scope="col" className="es-right">
            {t('quantityNowColumn')}
          </th>
          <th scope="col" className="es-right">
            {t('becomes')}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <MergeGroup key={group.sku} group={group} choice={useHighest ? 'highest' : 'lowest'} />
      ))}
    </table>
  );
}

interface MergeGroupProps {
  readonly group: MergedGroup;
  readonly choice: 'highest' | 'lowest';
}

/** The SKUs of a code, then those listings that are to show another number than the shared one. */
function MergeGroup({ group, choice }: MergeGroupProps) {
  const becomes = group[choice];
  const { storeId } = useStore();
  const narrow = useNarrow();
  const sku = <Code>{group.sku}</Code>;
  return (
    <tbody>
      {group.variants.map((variant, place) => (
        <tr key={variant.id}>
          {!narrow && <td>{place === 0 && sku}</td>}
          <td>
            {narrow && place === 0 && <div>{sku}</div>}
            <span className="es-merge-name">
              <LiveMarks variant={variant} />
              <Link to={`/stores/${storeId}/variants/${variant.slug}`}>{variant.full_product_name}</Link>
            </span>
          </td>
          <td className="es-right">
            <span className={variant.quantity === becomes ? 'es-quiet' : 'es-differs'}>
              <Count value={variant.quantity} />
            </span>
          </td>
          {place === 0 && (
            <td className="es-right es-merge-becomes" rowSpan={group.variants.length}>
              <Count value={becomes} />
            </td>
          )}
        </tr>
      ))}
      {group.listings
        .filter(({ after }) => after[choice] !== becomes)
        .map((listing) => (
          <OwnNumber key={`listing-${String(listing.id)}`} listing={listing} after={listing.after[choice]} />
        ))}
    </tbody>
  );
}

interface OwnNumberProps {
  readonly listing: MergedGroup['listings'][number];
  readonly after: number;
}

/** A listing that is to show another number than the shared one: force zero, a limit, or units that are kept back. */
function OwnNumber({ listing: { name, marketplace, before, is_held: isHeld }, after }: OwnNumberProps) {
  const t = useMergingText();
  const narrow = useNarrow();
  return (
    <tr>
      {!narrow && <td />}
      <td>
        <MarketplaceName marketplace={marketplace} /> {name}
        <small className="es-cell-sub">{t('ownNumber')}</small>
      </td>
      <td className="es-right">
        <span className={before === after ? 'es-quiet' : 'es-differs'}>
          <Count value={before} />
        </span>
      </td>
      <td className="es-right">
        <Count value={after} />
        {isHeld && (
          <Tooltip title={t('heldHint')}>
            <small className="es-flag">{t('held')}</small>
          </Tooltip>
        )}
      </td>
    </tr>
  );
}
