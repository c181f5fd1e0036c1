import { z } from 'zod';
import type { Detect } from './read-picture.ts';

/** What some browsers have of their own: the Shape Detection API, which TypeScript does not declare. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<unknown>;
}
type NativeClass = (new () => NativeDetector) & { getSupportedFormats(): Promise<readonly string[]> };

declare global {
  interface Window {
    readonly BarcodeDetector?: NativeClass;
  }
}

const found = z.array(z.object({ rawValue: z.string() }));

/** The browser's own detector, or a library's where it has none. */
export async function openDetector(): Promise<Detect> {
  const Native = window.BarcodeDetector;
  // Some browsers have the class, and no format that it reads.
  if (Native === undefined || (await Native.getSupportedFormats()).length === 0) {
    return (await import('./read-picture.ts')).openReader();
  }
  const detector = new Native();
  return async (video) => found.parse(await detector.detect(video))[0]?.rawValue ?? null;
}
