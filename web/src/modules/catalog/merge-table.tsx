import type { MassMergePreview } from '@evenstock/contract/mass-merges';
import type { VariantGroup } from '@evenstock/contract/suggested-merges';
import { Pagination } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Code, Count } from '../../ui/money.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { useCatalogText } from './catalog.texts.ts';
import { LiveMarks } from './live-marks.tsx';

interface MergeTableProps {
  readonly groups: readonly VariantGroup[];
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
      <Pagination
        className="es-merge-pager"
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        current={preview.page}
        pageSize={preview.per_page}
        total={preview.count}
        onChange={onPage}
      />
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
        <MergeGroup key={group.sku} group={group} becomes={useHighest ? group.highest : group.lowest} />
      ))}
    </table>
  );
}

function MergeGroup({ group, becomes }: { readonly group: VariantGroup; readonly becomes: number }) {
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
    </tbody>
  );
}
