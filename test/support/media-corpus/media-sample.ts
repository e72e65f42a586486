import type { RemovedKind } from '../../../shared/media/cleaning-plan.ts';

/** A file with metadata that cleaning must find. */
export interface MediaSample {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What cleaning without camera data removes. */
  readonly removes: readonly RemovedKind[];
}

/** Every name, number, and note of the corpus contains this text, so that a search of the bytes finds what stayed. */
export const SECRET = 'Calypso-4711';

/** The position of the corpus: degrees, minutes, and seconds as EXIF has them. */
export const POSITION = { latitude: [47, 33, 12.34], longitude: [122, 19, 56.78] } as const;
