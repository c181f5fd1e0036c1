import {
  BinaryBitmap,
  HybridBinarizer,
  MultiFormatReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';

/** Finds the barcode in the picture that a video shows; null: there is none. */
export type Detect = (video: HTMLVideoElement) => Promise<string | null>;

/** Reads barcodes in the pictures of a video, in plain JavaScript: the security policy of the page allows nothing else. */
export function openReader(): Detect {
  const reader = new MultiFormatReader();
  reader.setHints(new Map());
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (context === null || width === 0 || height === 0) return Promise.resolve(null);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.drawImage(video, 0, 0);
    const grey = greyOf(context.getImageData(0, 0, width, height).data);
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    return Promise.resolve(read(reader, bitmap));
  };
}

/** A picture without barcodes, or with one that is blurred, has none. */
function read(reader: MultiFormatReader, bitmap: BinaryBitmap): string | null {
  try {
    return reader.decodeWithState(bitmap).getText();
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** The brightness of each point of a picture in red, green, blue and opacity. */
function greyOf(points: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(points.length / 4);
  for (let place = 0; place < grey.length; place += 1) {
    const at = place * 4;
    grey[place] = ((points[at] ?? 0) * 306 + (points[at + 1] ?? 0) * 601 + (points[at + 2] ?? 0) * 117) >> 10;
  }
  return grey;
}
