import { randomUUID } from 'node:crypto';
import { getFile } from './file.ts';
import { creditFile, debitFile, recreditFile } from './file-credit.ts';
import { sumLedger } from './ledger.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

/* Files with chosen contents, for tests of what they earn. */

/** Creates a member, and returns their ID. */
export const newMember = async () => {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
};

/** Three contents of different sizes. */
export const SIZES = [5, 700, 1_048_576];
export const checksumOf = (content: number) => `checksum-${content}`;
const bytesOf = (content: number) => ({
  size: SIZES[content]!,
  contentType: 'text/plain',
  etag: `"${content}"`,
  checksum: checksumOf(content),
});
export const keyOf = (userId: string, file: number) => `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${file}.txt`;

let uploads = 0;
/** Returns a later time with each call. */
const nextTime = () => new Date(Date.UTC(2026, 0, 1) + uploads++).toISOString();

/** Records a file with a content, and credits it. */
export const store = (userId: string, file: number, content: number) =>
  creditFile({
    ...bytesOf(content),
    key: keyOf(userId, file),
    userId,
    fileName: `${file}.txt`,
    uploadedAt: nextTime(),
    description: '',
    likeCount: 0,
    views: 0,
  });
/** Deletes a file, if it is recorded. */
export const remove = async (userId: string, file: number) => {
  const storedFile = unseal(await getFile(keyOf(userId, file)));
  return storedFile && debitFile(storedFile);
};
/** Records that a file has another content, if it is recorded. */
export const replace = async (userId: string, file: number, content: number) => {
  const storedFile = unseal(await getFile(keyOf(userId, file)));
  return storedFile && recreditFile(storedFile, bytesOf(content));
};

/** Returns the contributed bytes of the profile. Throws if those of the ledger differ. */
export const contributed = async (userId: string) => {
  const [profile, { contributedBytes }] = await Promise.all([
    getProfile(userId, { consistent: true }).then(unseal),
    sumLedger(userId),
  ]);
  if (profile?.contributedBytes !== contributedBytes) throw new Error('The profile differs from the ledger.');
  return contributedBytes;
};
