import type { PickListRow } from '@evenstock/contract/printing/printing';
import { Fragment } from 'react';
import { Code } from '../../ui/values/money.tsx';
import { usePrintingText } from './printing.texts.ts';

/** A pick list as it is printed; grouped by SKU it has no order numbers. */
export function PickListTable({ rows }: { readonly rows: readonly PickListRow[] }) {
  const t = usePrintingText();
  if (rows.length === 0) return <p className="es-quiet">{t('noItem')}</p>;
  const byOrder = rows.some(({ order_number: number }) => number !== null);
  return (
    <div className="es-pick-list" tabIndex={0} role="group" aria-label={t('print_pick_list')}>
      <table>
        <thead>
          <tr>
            {byOrder && <th scope="col">{t('orderNumber')}</th>}
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('sku')}</th>
            <th scope="col" className="es-number">
              {t('quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Fragment key={place}>
              <tr>
                {byOrder && <td>{row.order_number !== null && <Code>{row.order_number}</Code>}</td>}
                <Goods {...row} />
              </tr>
              {row.parts.map((part, at) => (
                <tr key={at} className="es-pick-part">
                  {byOrder && <td />}
                  <Goods {...part} />
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Goods({ item, sku, quantity }: PickListRow['parts'][number]) {
  return (
    <>
      <td>{item}</td>
      <td>
        <Code>{sku}</Code>
      </td>
      <td className="es-number">{quantity}</td>
    </>
  );
}
