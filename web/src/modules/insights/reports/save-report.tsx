import type { Report } from '@evenstock/contract/insights/reports';
import { Button } from 'antd';
import { useState, type RefObject } from 'react';
import { useLanguage } from '../../../i18n/texts.ts';
import { notify } from '../../../ui/pages/notices.ts';
import { pictureOf } from './report-picture.ts';
import { csvOf, tickName } from './report-view.rules.ts';
import { useReportsText } from './reports.texts.ts';

interface SaveProps {
  readonly report: Report;
}

interface SaveReportProps extends SaveProps {
  /** The element that contains the charts; null if the report is shown as a table. */
  readonly charts: RefObject<HTMLElement | null> | null;
}

/** Saves a report as CSV, or as the picture that is shown. */
export function SaveReport({ report, charts }: SaveReportProps) {
  return (
    <span className="es-report-save">
      {charts !== null && report.tick_labels.length > 0 && <SavePicture report={report} charts={charts} />}
      <SaveCsv report={report} />
    </span>
  );
}

function saveFile(file: Blob, { name, from, to }: Report, ending: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}-${from}-${to}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function SaveCsv({ report }: SaveProps) {
  const t = useReportsText();
  const language = useLanguage();
  const save = () => {
    const lines = report.measure === 'money' ? report.tick_labels : [t(report.name)];
    const names = report.ticks.map((_, index) => tickName(report, index, language));
    // Spreadsheet programs recognise UTF-8 by the byte order mark.
    const file = new Blob(['\ufeff', csvOf(report, [t(report.series), ...lines], names)], {
      type: 'text/csv;charset=utf-8',
    });
    saveFile(file, report, 'csv');
  };
  return <Button onClick={save}>{t('saveCsv')}</Button>;
}

function SavePicture({ report, charts }: SaveProps & { readonly charts: RefObject<HTMLElement | null> }) {
  const t = useReportsText();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    const surfaces = charts.current?.querySelectorAll<SVGSVGElement>('.recharts-wrapper > svg') ?? [];
    // The chart library is still loading.
    if (surfaces.length < report.tick_labels.length) return;
    const { from, to } = report;
    const drawn = Array.from(surfaces, (surface, line) => ({
      surface,
      legend: report.measure === 'money' ? (report.tick_labels[line] ?? '') : t(report.name),
    }));
    const words = { title: t(report.name), period: t('period', { series: t(report.series), from, to }) };
    setSaving(true);
    try {
      saveFile(await pictureOf(drawn, words), report, 'png');
    } catch {
      notify({ kind: 'error', text: t('noPicture') });
    }
    setSaving(false);
  };
  return (
    <Button loading={isSaving} onClick={() => void save()}>
      {t('savePicture')}
    </Button>
  );
}
