import { orderScope } from '@evenstock/contract/orders/order-states';
import { Segmented } from 'antd';
import type { List } from '../../../ui/lists/list.ts';
import { segmentShown, segmentsOf, withSegment } from './order-segments.rules.ts';
import { useSegmentsText } from './order-segments.texts.ts';

/** The built-in views of the open tab, where it has some. */
export function OrderSegments({ list }: { readonly list: List }) {
  const t = useSegmentsText();
  const tab = orderScope.safeParse(list.state.tab).data;
  if (tab === undefined) return null;
  const segments = segmentsOf(tab);
  if (segments.length === 0) return null;
  return (
    <Segmented
      className="es-order-segments"
      aria-label={t('viewsOfTab')}
      // None is chosen while other filters are set; the component takes no null.
      value={segmentShown(tab, list.state) ?? ''}
      options={segments.map(({ key }) => ({ value: key, label: t(`segment_${key}`) }))}
      onChange={(key) => {
        const chosen = segments.find((segment) => segment.key === key);
        if (chosen !== undefined) list.change(withSegment(list.state, chosen, list.spec.sort));
      }}
    />
  );
}
