import { mostChosen } from '@evenstock/contract/stock/tallies';
import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from '../../../api/store-context.ts';
import { StartTally } from './start-tally.modal.tsx';
import './tallies.css';
import { useTallyText } from './tallies.texts.ts';

/** The button that starts a count of chosen SKUs. */
export function CountChosen({ variantIds }: { readonly variantIds: readonly number[] }) {
  const t = useTallyText();
  const { can } = useStore();
  const [isOpen, open] = useState(false);
  if (!can('stock.work') || variantIds.length > mostChosen) return null;
  return (
    <>
      <Button onClick={() => open(true)}>{t('startCount')}</Button>
      {isOpen && <StartTally kind="count" variantIds={variantIds} onClose={() => open(false)} />}
    </>
  );
}
