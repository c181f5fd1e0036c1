import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import './scan.css';

interface ScanBoxProps {
  readonly label: string;
  readonly onScan: (text: string) => void;
  /** Shown beside the field. */
  readonly beside?: ReactNode;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Takes a scanner's input: characters, then Enter. It does so wherever the focus is, but in another field or a dialog. */
export function ScanBox({ label, onScan, beside }: ScanBoxProps) {
  const input = useRef<InputRef>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    input.current?.focus();
    const takeKey = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== ' ';
      if (!isCharacter || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (document.querySelector('[role="dialog"]:not([style*="display: none"])') !== null) return;
      // The character lands in the focused field; the shortcuts of lists would take it otherwise.
      event.stopPropagation();
      input.current?.focus();
    };
    addEventListener('keydown', takeKey, { capture: true });
    return () => removeEventListener('keydown', takeKey, { capture: true });
  }, []);
  return (
    <form
      className="es-scan-box"
      onSubmit={(event) => {
        event.preventDefault();
        onScan(text.trim());
        setText('');
        input.current?.focus();
      }}
    >
      <label htmlFor="es-scan">{label}</label>
      <div className="es-scan-fields">
        <Input
          ref={input}
          id="es-scan"
          size="large"
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        {beside}
      </div>
    </form>
  );
}
