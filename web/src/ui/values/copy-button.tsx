import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useUiText } from '../texts/ui.texts.ts';

/** How long 'Copied!' is shown, in milliseconds. */
const shownFor = 1000;

/** Copies a text and shows 'Copied!' for a second. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useUiText();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('copyFailed');
    }
  };
  return (
    <Button
      icon={outcome === 'copied' ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      aria-label={outcome === null ? label : t(outcome)}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{t(outcome ?? 'copy')}</span>
    </Button>
  );
}
