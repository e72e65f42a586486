/**
 * Draws the profile pictures of the demo community again, into infra/local/seed/avatars. Prints the names of those whose
 * bytes have changed: then run `npm run demo-snapshot`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../infra/command-line.ts';
import { AVATAR_MOTIFS } from '../infra/local/seed/avatar-motifs.ts';
import { drawAvatar } from '../infra/local/seed/draw-avatar.ts';

parseCommandLine('Draws the profile pictures of the demo community again.\n\n  node bin/draw-avatars.ts\n');

const FOLDER = join(import.meta.dirname, '../infra/local/seed/avatars');

for (const [name, motif] of Object.entries(AVATAR_MOTIFS)) {
  const file = join(FOLDER, `${name}.png`);
  const picture = drawAvatar(motif);
  if (picture.equals(readFileSync(file))) continue;
  writeFileSync(file, picture);
  console.log(`${name}.png has changed.`);
}
