import type { MediaSample } from './media-sample.ts';

/** A file of several parts, some of which players show. */
export interface ContainerSample extends MediaSample {
  /** Frames, pictures, and texts that must stay, byte by byte. */
  readonly keeps: readonly Uint8Array[];
}
