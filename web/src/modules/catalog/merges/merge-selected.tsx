import { mostMerged } from '@evenstock/contract/catalog/merges';
import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useAllowSync } from '../product/allow-sync.tsx';
import { MergeModal, type MergeModalProps } from './merge.modal.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from '../product/paying.ts';

interface MergeSelectedProps extends Paying, Pick<MergeModalProps, 'from'> {
  readonly variants: readonly VariantRow[];
  /** Called after the SKUs were merged. */
  readonly onMerged: () => void;
  readonly isPrimary?: boolean;
}

/** The button that merges the selected SKUs; at least two must be selected. */
export function MergeSelected({
  variants,
  from,
  askPayment,
  onMerged,
  isPrimary = false,
}: MergeSelectedProps) {
  const t = useMergingText();
  const allowSync = useAllowSync();
  const [isOpen, setOpen] = useState(false);
  const isTooMany = variants.length > mostMerged;
  return (
    <>
      <Tooltip title={isTooMany ? t('tooMany', { most: mostMerged }) : null}>
        <Button
          {...(isPrimary ? { type: 'primary' as const } : {})}
          disabled={variants.length <= 1 || isTooMany}
          onClick={() => allowSync(() => askPayment(() => setOpen(true)))}
        >
          {t('merge')}
        </Button>
      </Tooltip>
      {isOpen && (
        <MergeModal
          variants={variants}
          from={from}
          onClose={() => setOpen(false)}
          onMerged={() => {
            setOpen(false);
            onMerged();
          }}
        />
      )}
    </>
  );
}
