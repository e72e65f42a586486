import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { parseNameMetadata } from '../../../lambdas/storage/name-metadata.ts';
import { formatStorageKey, STORAGE_PURPOSES } from '../../../lambdas/storage/storage-key.ts';
import type { MemberDataSource } from './member-data-source.ts';
import { openPrivateFile } from './private-files.ts';

/** Downloads the member's objects, except renditions. Returns their number. */
export async function downloadObjects({ s3, bucketName }: MemberDataSource, userId: string, directory: string) {
  let objectCount = 0;
  // Renditions are made from files, which are exported.
  const exportedPurposes = STORAGE_PURPOSES.filter((purpose) => purpose !== 'rendition');

  for (const purpose of exportedPurposes) {
    const Prefix = formatStorageKey({ purpose, userId, ulid: '', fileName: '' }).replace(/\/+$/, '/');
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucketName, Prefix })) {
      for (const { Key = '' } of Contents) {
        const { Body, Metadata } = await s3.send(new GetObjectCommand({ Bucket: bucketName, Key }));
        const path = join(directory, buildExportPath(Key, parseNameMetadata(Metadata)));
        await pipeline(Body as Readable, openPrivateFile(path));
        objectCount++;
      }
    }
  }

  return objectCount;
}

/** Maximum length of a file's name in common file systems, in bytes. */
const MAX_NAME_BYTES = 255;

/** Returns the path of an exported object: its storage key. The given file name replaces the last part if it fits. */
function buildExportPath(key: string, fileName: string | undefined): string {
  const canUseName = fileName !== undefined && Buffer.byteLength(fileName) <= MAX_NAME_BYTES;
  return canUseName ? join(dirname(key), fileName) : key;
}
