import type { GroupToMerge } from '@evenstock/contract/merges';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { Code, Count } from '../../ui/money.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { useCatalogText } from './catalog.texts.ts';

interface MergeTableProps {
  readonly groups: readonly GroupToMerge[];
  readonly useHighest: boolean;
}

/** Each SKU's listings with their current quantities, and the quantity after the merge. */
export function MergeTable({ groups, useHighest }: MergeTableProps) {
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
        <MergeGroup key={group.sku} group={group} becomes={useHighest ? group.highest : group.lowest} />
      ))}
    </table>
  );
}

function MergeGroup({ group, becomes }: { readonly group: GroupToMerge; readonly becomes: number }) {
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
              {variant.marketplaces.map((marketplace) => (
                <ChannelMark key={marketplace.id} channel={marketplace.channel} />
              ))}
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
    </tbody>
  );
}
