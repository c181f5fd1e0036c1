import { countRemovedSuggestions } from '@evenstock/contract/catalog/suggested-merges';
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMergingText } from './merging.texts.ts';

/** The address of each kind of suggestions. */
const addresses = {
  active: {},
  barcode: { by: 'barcode' },
  removed: { removed: 'true' },
} as const;

interface SuggestionKindsProps {
  readonly kind: keyof typeof addresses;
  /** Called before another kind is shown. */
  readonly onLeave?: () => void;
}

/** Chooses between suggestions by SKU, by barcode, and those that were removed. */
export function SuggestionKinds({ kind, onLeave }: SuggestionKindsProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const [, setSearch] = useSearchParams();
  const { data: removed } = useCall(
    countRemovedSuggestions,
    { params: { storeId } },
    { live: ['merges', 'variants'] },
  );
  return (
    <Segmented<keyof typeof addresses>
      aria-label={t('suggestions')}
      value={kind}
      onChange={(chosen) => {
        onLeave?.();
        setSearch({ tab: 'suggested', ...addresses[chosen] });
      }}
      options={[
        { value: 'active', label: t('suggestions') },
        { value: 'barcode', label: t('sameBarcode') },
        { value: 'removed', label: t('removedCount', { count: removed?.count ?? 0 }) },
      ]}
    />
  );
}
