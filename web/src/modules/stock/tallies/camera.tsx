import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { openDetector } from './barcode-detector.ts';
import type { Detect } from './read-picture.ts';
import { afterPicture, type SeenCodes } from './scanning.rules.ts';
import { useTallyText } from './tallies.texts.ts';

/** Milliseconds between two pictures that are searched. */
const PAUSE_MS = 120;

/** Shows what the camera sees, and scans the barcodes in it. */
export function Camera({ onScan }: { readonly onScan: (code: string) => void }) {
  const t = useTallyText();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'opening' | 'open' | 'refused'>('opening');
  const scan = useRef(onScan);
  useEffect(() => {
    scan.current = onScan;
  });
  useEffect(() => {
    const shown = video.current;
    if (shown === null) return;
    let timer = 0;
    let isOver = false;
    let seen: SeenCodes = new Map();
    const stop = (stream: MediaStream): void => {
      for (const track of stream.getTracks()) track.stop();
    };
    const look = async (detect: Detect): Promise<void> => {
      const code = await detect(shown);
      if (isOver) return;
      const next = afterPicture(seen, code);
      seen = next.seen;
      if (next.isNew && code !== null) scan.current(code);
      timer = window.setTimeout(() => void look(detect), PAUSE_MS);
    };
    const begin = async (): Promise<void> => {
      const detector = openDetector();
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      if (isOver) {
        stop(stream);
        return;
      }
      shown.srcObject = stream;
      await shown.play();
      const detect = await detector;
      setState('open');
      await look(detect);
    };
    begin().catch(() => {
      if (!isOver) setState('refused');
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (shown.srcObject instanceof MediaStream) stop(shown.srcObject);
    };
  }, []);
  return (
    <>
      {state === 'refused' && <Alert type="error" showIcon role="alert" title={t('cameraRefused')} />}
      {/* A camera has no words, so no captions. */}
      <video ref={video} aria-label={t('cameraPicture')} muted playsInline hidden={state === 'refused'} />
      {state !== 'refused' && (
        <p className="es-quiet" role="status">
          {t(state === 'opening' ? 'cameraLoading' : 'cameraHint')}
        </p>
      )}
    </>
  );
}
