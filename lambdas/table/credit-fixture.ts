import { randomUUID } from 'node:crypto';
import { getFile } from './file.ts';
import { creditFile, debitFile, recreditFile } from './file-credit.ts';
import { sumLedger } from './ledger.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

/* Support for tests of the credit of files. Tests identify a content by its index in SIZES, and a file by a number. */

/** Creates a member. Returns the member's ID. */
export const createMember = async () => {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
};

/** Sizes of three contents, in bytes. */
export const SIZES = [5, 700, 1_048_576];

/** Returns the checksum of a content. */
export const buildChecksum = (content: number) => `checksum-${content}`;

/** Builds the attributes of a file that a content determines. */
const buildContentAttributes = (content: number) => ({
  size: SIZES[content]!,
  contentType: 'text/plain',
  etag: `"${content}"`,
  checksum: buildChecksum(content),
});

/** Builds the storage key of a file. */
export const buildKey = (userId: string, file: number) => `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${file}.txt`;

let uploadCount = 0;

/** Returns an upload time that is a millisecond later with each call. */
const nextUploadTime = () => new Date(Date.UTC(2026, 0, 1) + uploadCount++).toISOString();

/** Records a file with a content, and credits the file's owner. */
export const storeFile = (userId: string, file: number, content: number) =>
  creditFile({
    ...buildContentAttributes(content),
    key: buildKey(userId, file),
    userId,
    fileName: `${file}.txt`,
    uploadedAt: nextUploadTime(),
    description: '',
    likeCount: 0,
    views: 0,
  });

/** Deletes a file, and debits the file's owner. Does nothing if the file isn't recorded. */
export const removeFile = async (userId: string, file: number) => {
  const storedFile = unseal(await getFile(buildKey(userId, file)));
  return storedFile && debitFile(storedFile);
};

/** Replaces the content of a file, and changes its credit. Does nothing if the file isn't recorded. */
export const replaceBytes = async (userId: string, file: number, content: number) => {
  const storedFile = unseal(await getFile(buildKey(userId, file)));
  return storedFile && recreditFile(storedFile, buildContentAttributes(content));
};

/** Returns the contributed bytes of a member's profile. Throws if the ledger has a different sum. */
export const readContributedBytes = async (userId: string) => {
  const [profile, { contributedBytes }] = await Promise.all([
    getProfile(userId, { consistent: true }).then(unseal),
    sumLedger(userId),
  ]);
  if (profile?.contributedBytes !== contributedBytes) throw new Error('The profile differs from the ledger.');
  return contributedBytes;
};
