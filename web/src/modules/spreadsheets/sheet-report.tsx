import type { MassUpdate, SheetProblem } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Alert, Table } from 'antd';
import { useMessageText } from '../../i18n/message-text.ts';
import { ScrolledTable } from '../../ui/pages/scrolled-table.tsx';
import { QuantityChanges } from '../../ui/lists/quantity-changes.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

/** The rows that a spreadsheet would change, the invalid ones, and the ignored ones. */
export function SheetReport({ report }: { readonly report: MassUpdate }) {
  const t = useSpreadsheetsText();
  const { rows, changes, unchanged, failed, ignored, foreign_columns: foreign } = report;
  return (
    <section aria-live="polite">
      <p>
        {t('rows', { count: rows })}: <strong>{t('changes', { count: changes })}</strong>,{' '}
        {t('unchanged', { count: unchanged })}.
      </p>
      <QuantityChanges
        key={report.tab}
        label={t('changes', { count: report.changes })}
        changes={report.listed}
        total={report.changes}
      />
      {report.imported_before_at !== null && <Alert type="info" title={t('importedBefore')} />}
      {report.waits && <Alert type="info" title={t('willWait')} />}
      {ignored.length + foreign.length > 0 && (
        <ul className="es-quiet">
          {foreign.map((column) => (
            <li key={column}>{t('foreign', { column })}</li>
          ))}
          {ignored.map(({ column, rows: count }) => (
            <li key={column}>{t('ignored', { column, count })}</li>
          ))}
        </ul>
      )}
      {failed > 0 && (
        <>
          <p className="es-error">
            {t('failing', { count: failed })}. {t('failedComeBack')}
          </p>
          <Problems problems={report.problems} />
          {failed > report.problems.length && (
            <p className="es-quiet">{t('moreProblems', { count: failed - report.problems.length })}</p>
          )}
        </>
      )}
    </section>
  );
}

function Problems({ problems }: { readonly problems: readonly SheetProblem[] }) {
  const t = useSpreadsheetsText();
  const messageText = useMessageText();
  return (
    <ScrolledTable label={t('problem')}>
      <Table<SheetProblem>
        size="small"
        dataSource={[...problems]}
        rowKey={({ row, column }) => `${row} ${column}`}
        pagination={false}
        columns={[
          { key: 'row', title: t('row'), width: 64, dataIndex: 'row' },
          { key: 'column', title: t('column'), width: 120, dataIndex: 'column' },
          { key: 'value', title: t('value'), width: 120, dataIndex: 'value' },
          { key: 'problem', title: t('problem'), render: (_, { reason }) => messageText(reason) },
        ]}
      />
    </ScrolledTable>
  );
}
