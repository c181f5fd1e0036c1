/** A release that was packed, and its papers beside it. */
export interface Release {
  readonly archive: string;
  readonly bytes: number;
  readonly bill: string;
  readonly licences: string;
}
/** Packs what was built. @param folder where the archive and its papers go */
export function writeRelease(folder: string): Promise<Release>;
