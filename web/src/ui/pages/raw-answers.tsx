import { Panel } from './panel.tsx';

interface RawAnswersProps {
  readonly answers: readonly { readonly call: string; readonly status: number; readonly body: string }[];
}

/** A marketplace's raw replies, one panel for each call. */
export function RawAnswers({ answers }: RawAnswersProps) {
  return answers.map(({ call, status, body }, index) => (
    <Panel key={`${String(index)} ${call}`} title={call} hint={String(status)}>
      <pre className="es-raw">{indented(body)}</pre>
    </Panel>
  ));
}

/** Formats JSON on several lines; other texts are returned unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
