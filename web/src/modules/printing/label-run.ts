import { showOperation, type Operation } from '@evenstock/contract/operations/operations';
import { showShippingLabels, type PrintPreparation } from '@evenstock/contract/printing/printing';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';

interface LabelRun {
  readonly operation: Operation | undefined;
  /** The files, once the run has ended or some labels can be printed; null before. */
  readonly labels: PrintPreparation | null;
}

/** A run of labels: its progress, and the files that are there. */
export function useLabelRun(id: number): LabelRun {
  const { storeId } = useStore();
  const operation = useCall(
    showOperation,
    { params: { storeId, operationId: id }, query: { per_page: 1 } },
    { live: ['operations'] },
  ).data?.operation;
  const isOver = operation?.finished_at != null;
  const read = useCall(
    showShippingLabels,
    { params: { storeId, operationId: id } },
    { live: ['operations'], enabled: isOver || (operation?.done ?? 0) > 0, staleTime: 0 },
  );
  const labels = useSteadyFiles(read.data?.shipping_labels);
  return { operation, labels: labels !== undefined && isToShow(labels, operation) ? labels : null };
}

/** Whether a run has ended, or some labels can be printed while the others are still asked for. */
function isToShow(
  { pdfs, zpls, orders, error }: PrintPreparation,
  operation: Operation | undefined,
): boolean {
  if (pdfs.length > 0 || zpls.length > 0) return true;
  return operation?.finished_at == null
    ? operation?.state === 'waiting' && orders.length > 0
    : error.waiting.length === 0;
}

/** The files of the newest reply; addresses differ in each reply, and are replaced only where there is something else to print. */
function useSteadyFiles(newest: PrintPreparation | undefined): PrintPreparation | undefined {
  const [kept, keep] = useState(newest);
  const isSame = kept !== undefined && newest !== undefined && contentOf(kept) === contentOf(newest);
  if (newest === undefined || isSame) return kept;
  keep(newest);
  return newest;
}

const contentOf = ({ orders, error, pdfs, zpls, labels }: PrintPreparation): string =>
  JSON.stringify([orders, error, pdfs.length, zpls.length, labels.length]);
