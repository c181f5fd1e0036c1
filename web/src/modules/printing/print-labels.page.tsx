import { showShippingLabels } from '@evenstock/contract/printing/printing';
import { Button } from 'antd';
import { createPortal } from 'react-dom';
import { Link, useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import './printing.css';
import { NotPrintable } from './not-printable.tsx';
import { usePrintingText } from './printing.texts.ts';
import { lastPaper } from './remembered-choices.ts';

/** The HTML labels of a run, one on each sheet of the paper that was chosen last; each is in a sandboxed frame without scripts. */
export default function PrintLabelsPage() {
  const t = usePrintingText();
  const { storeId } = useStore();
  const { operationId = '' } = useParams();
  const query = useCall(showShippingLabels, { params: { storeId, operationId } });
  return (
    <PageState query={query}>
      {({ shipping_labels: { labels, error } }) =>
        createPortal(
          <main
            className={
              ['100x150', 'zpl'].includes(lastPaper()) ? 'es-label-pages es-label-thermal' : 'es-label-pages'
            }
          >
            <div className="es-label-bar">
              <Link to={`/stores/${storeId}/orders`}>{t('back')}</Link>
              <Button type="primary" disabled={labels.length === 0} onClick={() => window.print()}>
                {t('printHtml', { count: labels.length })}
              </Button>
            </div>
            <div className="es-label-failures">
              <NotPrintable
                orders={error.invalids}
                title={t('cannotPrint', { count: error.invalids.length })}
              />
            </div>
            {labels.length === 0 && <p className="es-quiet">{t('noHtmlLabels')}</p>}
            {labels.map(({ id, reference_number: number, url }) => (
              <div key={id} className="es-label-page">
                <iframe sandbox="" src={url} title={t('label', { number })} />
              </div>
            ))}
          </main>,
          document.body,
        )
      }
    </PageState>
  );
}
