import type { VariantBarcode } from '@evenstock/contract/catalog/barcodes';
import { showVariant, updateVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure, failureOf, withReason } from '../../../api/failure.ts';
import { rememberReply, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code } from '../../../ui/values/money.tsx';
import { StateTag } from '../../../ui/values/state-tag.tsx';
import { AddBarcodesModal } from './add-barcodes.modal.tsx';
import './barcodes.css';
import { useBarcodesText } from './barcodes.texts.ts';

/** The barcodes of a SKU, with their sources and what is odd about them. */
export function Barcodes({ variant }: { readonly variant: Variant }) {
  const t = useBarcodesText();
  const { can } = useStore();
  const [isAdding, setAdding] = useState(false);
  const { barcodes } = variant;
  return (
    <Panel
      title={t('barcodes')}
      hint={t('hint')}
      flush={barcodes.length > 0}
      {...(can('product.work')
        ? {
            action: (
              <Button size="small" onClick={() => setAdding(true)}>
                {t('add')}
              </Button>
            ),
          }
        : {})}
    >
      {barcodes.length === 0 ? (
        <>
          {t('none')} <span className="es-quiet">{t('noneHint')}</span>
        </>
      ) : (
        <ul className="es-barcodes">
          {barcodes.map((barcode) => (
            <Barcode key={barcode.code} variant={variant} barcode={barcode} />
          ))}
        </ul>
      )}
      {isAdding && <AddBarcodesModal variant={variant} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Barcode({ variant, barcode }: { readonly variant: Variant; readonly barcode: VariantBarcode }) {
  const t = useBarcodesText();
  const { can } = useStore();
  const { code, kind, shown_by: listings, also_of: others } = barcode;
  const marketplaces = new Map(listings.map(({ marketplace }) => [marketplace.id, marketplace]));
  return (
    <li>
      <span className="es-barcodes-code">
        <Code>{code}</Code> <small className="es-quiet">{kind === 'other' ? t('otherKind') : kind}</small>
      </span>
      <span className="es-barcodes-sources">
        {barcode.is_entered && <span className="es-quiet">{t('entered')}</span>}
        {[...marketplaces.values()].map((marketplace) => (
          <MarketplaceName key={marketplace.id} marketplace={marketplace} />
        ))}
        {barcode.has_wrong_check_digit && (
          <span>
            <StateTag colour="orange" glyph="warning">
              {t('wrongCheckDigit')}
            </StateTag>
            <small className="es-cell-sub">{t('wrongCheckDigitHint')}</small>
          </span>
        )}
        {others.length > 0 && (
          <span>
            <StateTag colour="orange" glyph="warning">
              {t('alsoOf')}
            </StateTag>{' '}
            {others.map((other) => (
              <Other key={other.id} other={other} />
            ))}
          </span>
        )}
      </span>
      {barcode.is_entered && can('product.work') && <RemoveBarcode variant={variant} code={code} />}
    </li>
  );
}

function Other({ other }: { readonly other: VariantBarcode['also_of'][number] }) {
  const { storeId } = useStore();
  return (
    <span className="es-barcodes-other">
      <Link to={`/stores/${storeId}/products/${other.product.slug}/variants/${other.slug}`}>
        {other.full_product_name}
      </Link>{' '}
      <Code>{other.sku}</Code>
    </span>
  );
}

function RemoveBarcode({ variant, code }: { readonly variant: Variant; readonly code: string }) {
  const t = useBarcodesText();
  const { storeId } = useStore();
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  return (
    <Button
      type="link"
      size="small"
      aria-label={t('removeNamed', { code })}
      loading={update.isPending}
      onClick={() =>
        update.mutate(
          { params, body: { variant: { remove_barcodes: [code] } } },
          {
            onSuccess: (reply) => rememberReply(showVariant, { params, query: {} }, reply),
            onError: (thrown) =>
              message.error(withReason(t('removeFailed'), describeFailure(failureOf(thrown)))),
          },
        )
      }
    >
      {t('remove')}
    </Button>
  );
}
