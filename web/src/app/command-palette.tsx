import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import './command-palette.css';
import { usePaletteEntries, type PaletteEntry } from './palette-entries.ts';
import { usePaletteText } from './palette.texts.ts';
import { Modal } from '../ui/dialogs/dialog.tsx';

/** Opens any screen or record of the store by name: a text field that controls a list of matches. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const t = usePaletteText();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const { entries, isSearching } = usePaletteEntries(text);
  const here = Math.min(chosen, entries.length - 1);
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) choose((here + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(entries[here]);
    else return;
    event.preventDefault();
  };
  const status = isSearching
    ? t('searching')
    : entries.length === 0
      ? t('none')
      : t('found', { count: entries.length });
  return (
    <Modal
      open
      title={t('title')}
      footer={null}
      // The focus moves to the first focusable element, the field, so that typing works at once. Escape closes the dialog.
      closable={false}
      onCancel={onClose}
      width={560}
      className="es-palette"
    >
      <input
        // The dialog is opened only for this field, so it may take the focus.
        autoFocus
        className="es-palette-field"
        type="text"
        role="combobox"
        aria-label={t('title')}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(entries.length > 0 ? { 'aria-activedescendant': `${id}-${String(here)}` } : {})}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          choose(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className="es-palette-list" id={`${id}-list`} role="listbox" aria-label={t('results')}>
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === here}
            ref={(shown) => {
              if (index === here) shown?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => choose(index)}
            onClick={() => go(entry)}
          >
            <span>{entry.label}</span>
            <small className="es-quiet">{entry.hint}</small>
          </li>
        ))}
      </ul>
      <p className="es-quiet es-palette-status" role="status">
        {status}
      </p>
    </Modal>
  );
}
