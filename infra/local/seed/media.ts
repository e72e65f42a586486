import { readFile } from 'node:fs/promises';

/** The pictures in the folder `media`, without `.jpg`. */
export type PictureName =
  | 'blue-hour'
  | 'cleaning-station'
  | 'ferry'
  | 'ice-edge'
  | 'kelp-cathedral'
  | 'kelp-edge'
  | 'lagoon'
  | 'last-light'
  | 'night-dive'
  | 'north-wall'
  | 'recife'
  | 'ten-metres';

/** Reads a file of the folder `media`. */
export function readMedia(name: string): Promise<Buffer> {
  return readFile(new URL(`./media/${name}`, import.meta.url));
}

/** Reads a picture of the folder `avatars`. */
export function readAvatar(name: string): Promise<Buffer> {
  return readFile(new URL(`./avatars/${name}.png`, import.meta.url));
}
