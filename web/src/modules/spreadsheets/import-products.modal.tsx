import { massUpdateVariants, type MassUpdate } from '@evenstock/contract/spreadsheets/spreadsheets';
import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Select, Upload } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { ImportProgress } from './import-progress.tsx';
import { SheetReport } from './sheet-report.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import './spreadsheets.css';

/** Updates quantities from a spreadsheet: choose, check, import, with progress. */
export function ImportProductsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useSpreadsheetsText();
  const [file, setFile] = useState<File | null>(null);
  const [tab, setTab] = useState<string | null>(null);
  const [isAbsolute, setAbsolute] = useState(false);
  const [isRepeated, setRepeated] = useState(false);
  const check = useSheet();
  const start = useSheet();
  const report = check.report;
  const running = start.report?.mass_action?.id ?? null;
  const close = useUnsaved({
    isUnsaved: () => file !== null && running === null && !start.isPending,
    onClose,
  });
  const choose = (chosen: File, chosenTab: string | null) => {
    setFile(chosen);
    setTab(chosenTab);
    setAbsolute(false);
    setRepeated(false);
    check.send(chosen, { dry_run: 'true', ...(chosenTab === null ? {} : { tab: chosenTab }) });
  };
  const go = () => {
    if (file === null) return;
    const read = tab ?? report?.tab ?? null;
    const fields = {
      ...(isAbsolute ? { set_absolute: 'true' } : {}),
      ...(read === null ? {} : { tab: read }),
      ...(report === null || report.preview === null ? {} : { preview: report.preview }),
    };
    start.send(file, fields, () => {
      message.success(t('importing'));
    });
  };
  const needsChoice =
    report !== null &&
    ((!report.has_exported_quantity && !isAbsolute) || (report.repeated > 0 && !isRepeated));
  const isNothing = report === null || report.changes + report.failed === 0;
  return (
    <Modal
      open
      title={t('importTitle')}
      width={720}
      onCancel={close}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={close}>
          {running === null ? t('cancel') : t('close')}
        </Button>,
        running === null && (
          <Button
            key="go"
            type="primary"
            disabled={isNothing || needsChoice || check.isPending}
            loading={start.isPending}
            onClick={go}
          >
            {t('startImport', { count: report?.changes ?? 0 })}
          </Button>
        ),
      ]}
    >
      {running === null ? (
        <div className="es-import">
          <p>{t('importText')}</p>
          <Upload
            accept=".xlsx,.csv"
            maxCount={1}
            showUploadList={false}
            beforeUpload={(chosen) => {
              choose(chosen, null);
              return false;
            }}
          >
            <Button icon={<UploadOutlined />} loading={check.isPending}>
              {file === null ? t('chooseSheet') : file.name}
            </Button>
          </Upload>
          <p className="es-quiet">{check.isPending ? t('checking') : t('sheetLimits')}</p>
          <Refused failure={start.failure ?? check.failure} />
          {report !== null && file !== null && (
            <SheetTabs report={report} onChoose={(chosen) => choose(file, chosen)} />
          )}
          {report !== null && <SheetReport report={report} />}
          {report !== null && !report.has_exported_quantity && (
            <Alert
              type="warning"
              title={t('noExported')}
              description={
                <Checkbox checked={isAbsolute} onChange={(event) => setAbsolute(event.target.checked)}>
                  {t('setAbsolute')}
                </Checkbox>
              }
            />
          )}
          {report !== null && report.repeated > 0 && (
            <Alert
              type="warning"
              title={t('repeated', { count: report.repeated })}
              description={
                <Checkbox checked={isRepeated} onChange={(event) => setRepeated(event.target.checked)}>
                  {t('repeatAnyway')}
                </Checkbox>
              }
            />
          )}
        </div>
      ) : (
        <ImportProgress id={running} />
      )}
    </Modal>
  );
}

function Refused({ failure }: { readonly failure: Error | null }) {
  const t = useSpreadsheetsText();
  if (failure === null) return null;
  const reason = describeFailure(failureOf(failure));
  return (
    <Alert
      type="error"
      role="alert"
      title={reason === null ? t('importFailed') : t('importFailedBecause', { reason })}
    />
  );
}

/** The tab that is read; of several that have the columns, the member chooses. */
function SheetTabs({
  report: { tab, tabs },
  onChoose,
}: {
  readonly report: MassUpdate;
  readonly onChoose: (tab: string) => void;
}) {
  const t = useSpreadsheetsText();
  if (tab === null) return null;
  if (tabs.length === 1) return <p className="es-quiet">{t('tabRead', { tab })}</p>;
  return (
    <div className="es-sheet-tab">
      <Select
        aria-label={t('tab')}
        value={tab}
        options={tabs.map((name) => ({ value: name, label: name }))}
        onChange={onChoose}
        popupMatchSelectWidth={false}
      />
      <span className="es-quiet">{t('tabChoose')}</span>
    </div>
  );
}

interface SentSheet {
  readonly isPending: boolean;
  readonly failure: Error | null;
  /** The server's report of the check. */
  readonly report: MassUpdate | null;
  readonly send: (file: File, fields: Readonly<Record<string, string>>, onDone?: () => void) => void;
}

/** Uploads a spreadsheet, to be checked or imported. */
function useSheet(): SentSheet {
  const { storeId } = useStore();
  const write = useSend(massUpdateVariants, ['operations']);
  return {
    isPending: write.isPending,
    failure: write.error,
    report: write.data?.mass_update ?? null,
    send(file, fields, onDone) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('file', file, file.name);
      write.mutate({ params: { storeId }, body }, { onSuccess: () => onDone?.() });
    },
  };
}
