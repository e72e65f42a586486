/** Tests that the stored profile pictures of the demo community are those that the code draws. */
import { readdirSync } from 'node:fs';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { AVATAR_MOTIFS } from './avatar-motifs.ts';
import { drawAvatar } from './draw-avatar.ts';
import { readAvatar } from './media.ts';

describe('drawAvatar', () => {
  // Compares pixels, because another version of zlib may compress them differently.
  it.each(Object.entries(AVATAR_MOTIFS))('draws the pixels of %s.png', async (name, motif) => {
    const drawnPicture = PNG.sync.read(drawAvatar(motif));
    const storedPicture = PNG.sync.read(await readAvatar(name));
    expect(drawnPicture.data.equals(storedPicture.data)).toBe(true);
  });

  it('draws every picture of the folder', () => {
    const names = readdirSync(new URL('./avatars/', import.meta.url));
    expect(names.sort()).toEqual(
      Object.keys(AVATAR_MOTIFS)
        .map((name) => `${name}.png`)
        .sort(),
    );
  });
});
