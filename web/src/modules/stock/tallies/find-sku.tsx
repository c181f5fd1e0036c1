import { listVariants } from '@evenstock/contract/catalog/variants';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';

const SEARCH_AFTER_MS = 250;
const SHOWN = 20;

interface FindSkuProps {
  readonly label: string;
  readonly onPick: (sku: { readonly id: number; readonly label: string }) => void;
}

/** Finds a SKU by its name or code. Sets are left out: they have no units of their own. */
export function FindSku({ label, onPick }: FindSkuProps) {
  const { storeId } = useStore();
  const [typed, setTyped] = useState('');
  const [sought, seek] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => seek(typed.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useCall(
    listVariants,
    {
      params: { storeId },
      query: {
        per_page: SHOWN,
        q: { filter_status: 'all', is_set_eq: false, ...(sought === '' ? {} : { name_or_sku_cont: sought }) },
      },
    },
    { enabled: sought !== '' },
  );
  const variants = sought === '' ? [] : (found.data?.variants ?? []);
  return (
    <Select<number | null>
      className="es-find-sku"
      aria-label={label}
      placeholder={label}
      value={null}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={found.isFetching}
      notFoundContent={null}
      options={variants.map(({ id, sku, full_product_name: name }) => ({
        value: id,
        label: sku === null || sku === '' ? name : `${sku} · ${name}`,
      }))}
      onSelect={(id) => {
        if (id === null) return;
        const variant = variants.find((each) => each.id === id);
        setTyped('');
        if (variant !== undefined) onPick({ id, label: variant.sku ?? variant.full_product_name });
      }}
    />
  );
}
