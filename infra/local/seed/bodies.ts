import { createHash } from 'node:crypto';
import { COMMUNITY, generateFile } from './community.ts';
import { POSTS } from './conversations.ts';
import { readAvatar, readMedia } from './media.ts';

/** Yields the bodies of the objects that the demo uploads. */
async function* generateBodies(): AsyncGenerator<Buffer> {
  for (const [name, { avatar, files }] of COMMUNITY) {
    if (avatar) yield readAvatar(avatar);
    for (const [index, { poster }] of files.entries()) {
      yield generateFile(name, index + 1);
      if (poster) yield poster();
    }
  }
  for (const { picture } of POSTS) if (picture) yield readMedia(`${picture.source}.jpg`);
}

/** Returns the SHA-256 of a body in Base64, as S3 does. */
export function hashBody(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64');
}

/** Returns the bodies that the demo uploads, by SHA-256. A snapshot of the demo stores only other bodies. */
export async function indexBodies(): Promise<Map<string, Buffer>> {
  const bodies = new Map<string, Buffer>();
  for await (const body of generateBodies()) bodies.set(hashBody(body), body);
  return bodies;
}
