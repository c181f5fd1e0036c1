import { PackingPage } from '../../modules/fulfilment/packing.page.tsx';
import { LabelAtOnce } from '../../modules/printing/label-at-once.tsx';

/** Packing by scanner, and the label of each packed order. */
export default function Packing() {
  return <PackingPage Label={LabelAtOnce} />;
}
