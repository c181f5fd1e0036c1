import { Alert, Button } from 'antd';
import { useState } from 'react';
import { lazyPart, MissingPart } from '../../../ui/pages/lazy-part.tsx';
import { useTallyText } from './tallies.texts.ts';

/** Loaded once the button is pressed: members with a scanner do not need it. */
const Camera = lazyPart(
  async () => (await import('./camera.tsx')).Camera,
  ({ failed }) => (failed ? <MissingPart /> : null),
);

/** Opens the camera to scan with; without https browsers give no camera, and the page says why. */
export function CameraButton({ onScan }: { readonly onScan: (code: string) => void }) {
  const t = useTallyText();
  const [isOpen, open] = useState(false);
  const isInsecure = !('mediaDevices' in navigator);
  return (
    <>
      <Button onClick={() => open(!isOpen)}>{t(isOpen ? 'cameraStop' : 'camera')}</Button>
      {isOpen && (
        <div className="es-camera">
          {isInsecure ? (
            <Alert type="warning" showIcon role="alert" title={t('cameraInsecure')} />
          ) : (
            <Camera onScan={onScan} />
          )}
        </div>
      )}
    </>
  );
}
