import { resolveTallyCode, type Tally, type TallyCode } from '@evenstock/contract/stock/tallies';
import { Button } from 'antd';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { Code } from '../../../ui/values/money.tsx';
import { FindSku } from './find-sku.tsx';
import { useTallyText } from './tallies.texts.ts';

interface TallyCodesProps {
  readonly tally: Tally;
  readonly mayWork: boolean;
}

/** Codes that no SKU has, or several: a member chooses, or dismisses. */
export function TallyCodes({ tally, mayWork }: TallyCodesProps) {
  const t = useTallyText();
  const more = tally.codes_count - tally.codes.length;
  return (
    <Panel title={t('codes')} hint={t('codesHint')} flush>
      <ul className="es-tally-codes">
        {tally.codes.map((code) => (
          <CodeRow key={code.code} tallyId={tally.id} code={code} mayWork={mayWork} />
        ))}
      </ul>
      {more > 0 && <p className="es-tally-more">{t('codesMore', { more })}</p>}
    </Panel>
  );
}

interface CodeRowProps {
  readonly tallyId: number;
  readonly code: TallyCode;
  readonly mayWork: boolean;
}

function CodeRow({ tallyId, code: { code, units, candidates }, mayWork }: CodeRowProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const resolve = useWrite(resolveTallyCode, ['stock_tallies']);
  const choose = (variantId: number | null): void =>
    resolve.mutate(
      { params: { storeId, tallyId }, body: { code: { code, variant_id: variantId } } },
      { onError: (thrown) => notifyFailure(thrown, t('codeFailed')) },
    );
  const choosable = candidates.filter((variant) => !variant.is_set);
  const [set] = candidates;
  const why =
    set === undefined
      ? t('codeNone')
      : choosable.length === 0
        ? t('codeSet', { name: set.sku ?? set.full_product_name })
        : t('codeShared');
  return (
    <li>
      <div className="es-tally-code">
        <Code>{code}</Code>
        <span>{t('codeUnits', { count: units })}</span>
        <span className="es-quiet">{why}</span>
      </div>
      {mayWork && (
        <div className="es-tally-choices">
          {choosable.map(({ id, sku, full_product_name: name }) => (
            <Button key={id} disabled={resolve.isPending} onClick={() => choose(id)}>
              {t('choose', { name: sku === null || sku === '' ? name : `${sku} · ${name}` })}
            </Button>
          ))}
          {choosable.length === 0 && (
            <FindSku label={t('chooseOf', { code })} onPick={({ id }) => choose(id)} />
          )}
          <Button
            type="text"
            danger
            disabled={resolve.isPending}
            aria-label={t('dismissOf', { code })}
            onClick={() => choose(null)}
          >
            {t('dismiss')}
          </Button>
        </div>
      )}
    </li>
  );
}
