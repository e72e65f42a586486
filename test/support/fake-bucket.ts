import { createHash } from 'node:crypto';
import {
  type DeleteObjectCommandInput,
  type DeleteObjectsCommandInput,
  type GetObjectCommandInput,
  type GetObjectTaggingCommandInput,
  type HeadObjectCommandInput,
  type ListObjectsV2CommandInput,
  type ListObjectVersionsCommandInput,
  NoSuchKey,
  NotFound,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { fakeClient } from './fake-client.ts';

/** Maximum number of objects or versions that S3 lists in one page. */
const MAX_KEYS = 1000;

/** The ID that S3 gives to versions stored without versioning. In the fake, every current object has it. */
const NULL_VERSION = 'null';

interface FakeObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly metadata?: Record<string, string> | undefined;
  readonly lastModified: Date;
}

/**
 * A fake S3 bucket that stores its objects in memory.
 *
 * It serves the requests of `lambdas/storage`, except those of multipart uploads and copies. It enforces If-Match, and
 * ignores If-None-Match.
 */
export class FakeBucket {
  readonly objects = new Map<string, FakeObject>();
  /** The malware scanner's result for each scanned object, by key. */
  readonly scanResults = new Map<string, string>();
  /** Earlier versions and delete markers. The map's keys have the form `key versionId`. */
  readonly oldVersions = new Map<string, { readonly key: string; readonly isDeleteMarker: boolean }>();
  /** Keys that every multi-object deletion reports as failed. */
  readonly undeletableKeys = new Set<string>();
  /** Called before each request, with the command's name. Throws to fail the request. */
  beforeRequest: (command: string, key: string) => unknown = () => {};

  constructor() {
    vi.stubEnv('BUCKET_NAME', 'files');
    fakeClient<{ Key?: string; Prefix?: string }>(S3Client, async (command, input) => {
      await this.beforeRequest(command, input.Key ?? input.Prefix ?? '');
      return this.#respond(command, input as never);
    });
  }

  put(key: string, bytes: Uint8Array | string, contentType = 'text/plain', metadata?: Record<string, string>): void {
    this.objects.set(key, { bytes: Buffer.from(bytes), contentType, metadata, lastModified: new Date() });
  }

  /** @param input - the command's input. Its type is `never`, because each method accepts only its own command's. */
  #respond(command: string, input: never): unknown {
    switch (command) {
      case 'PutObjectCommand':
        return this.#putObject(input);
      case 'HeadObjectCommand':
        return this.#headObject(input);
      case 'GetObjectTaggingCommand':
        return this.#getTags(input);
      case 'DeleteObjectCommand':
        return this.#deleteObject(input);
      case 'DeleteObjectsCommand':
        return this.#deleteObjects(input);
      case 'ListObjectsV2Command':
        return this.#listObjects(input);
      case 'ListObjectVersionsCommand':
        return this.#listVersions(input);
      default:
        // Unsupported commands come here, too. Like GetObject, they fail if no object has their key.
        return this.#getObject(input);
    }
  }

  #putObject({ Key = '', Body, ContentType = '', Metadata, IfMatch }: PutObjectCommandInput) {
    // With If-Match, S3 replaces an existing object only.
    if (IfMatch !== undefined) this.#requireObject(Key, IfMatch);

    this.put(Key, Body as Uint8Array, ContentType, Metadata);
    return { ETag: computeEtag(this.objects.get(Key)!) };
  }

  #headObject({ Key = '', IfMatch, ChecksumMode }: HeadObjectCommandInput) {
    // HEAD responses have no body that could name the error. So the SDK throws NotFound instead of NoSuchKey.
    if (!this.objects.has(Key)) throw new NotFound({ message: 'NotFound', $metadata: {} });

    return describeObject(this.#requireObject(Key, IfMatch), ChecksumMode);
  }

  #getObject({ Key = '', IfMatch, Range = '', ChecksumMode }: GetObjectCommandInput) {
    const object = this.#requireObject(Key, IfMatch);

    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(Range) ?? [];
    // A range includes its last byte.
    const bytes = end === undefined ? object.bytes : object.bytes.subarray(Number(start), Number(end) + 1);

    return { ...describeObject(object, ChecksumMode), Body: { transformToByteArray: async () => bytes } };
  }

  #getTags({ Key = '' }: GetObjectTaggingCommandInput) {
    this.#requireObject(Key);

    const result = this.scanResults.get(Key);
    return { TagSet: result === undefined ? [] : [{ Key: 'GuardDutyMalwareScanStatus', Value: result }] };
  }

  #deleteObject({ Key = '', VersionId = NULL_VERSION }: DeleteObjectCommandInput): void {
    if (VersionId === NULL_VERSION) this.objects.delete(Key);
    this.oldVersions.delete(`${Key} ${VersionId}`);
  }

  #deleteObjects({ Delete }: DeleteObjectsCommandInput) {
    for (const { Key = '' } of Delete?.Objects ?? []) this.objects.delete(Key);
    return { Errors: [...this.undeletableKeys].map((Key) => ({ Key, Code: 'InternalError' })) };
  }

  #listObjects({ Prefix = '', MaxKeys = MAX_KEYS, StartAfter = '', ContinuationToken }: ListObjectsV2CommandInput) {
    // The token of a page is the last key of the previous one.
    const previousKey = ContinuationToken ?? StartAfter;
    const keys = [...this.objects.keys()].sort().filter((key) => key.startsWith(Prefix) && key > previousKey);
    const page = keys.slice(0, MaxKeys);

    return {
      Contents: page.map((Key) => {
        const object = this.objects.get(Key)!;
        return { Key, ETag: computeEtag(object), LastModified: object.lastModified };
      }),
      NextContinuationToken: keys.length > MaxKeys ? page.at(-1) : undefined,
    };
  }

  #listVersions(input: ListObjectVersionsCommandInput) {
    const { Prefix = '', MaxKeys = MAX_KEYS, KeyMarker = '', VersionIdMarker = '' } = input;
    const previousName = `${KeyMarker} ${VersionIdMarker}`;

    const currentVersions = [...this.objects.keys()].map((key) => ({
      name: `${key} ${NULL_VERSION}`,
      key,
      isDeleteMarker: false,
    }));
    const oldVersions = [...this.oldVersions].map(([name, version]) => ({ name, ...version }));

    const versions = [...currentVersions, ...oldVersions]
      .filter(({ key, name }) => key.startsWith(Prefix) && name > previousName)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const page = versions.slice(0, MaxKeys).map(({ key, name, isDeleteMarker }) => ({
      isDeleteMarker,
      Key: key,
      VersionId: name.slice(key.length + 1),
    }));
    const lastVersion = page.at(-1);

    return {
      Versions: page.filter(({ isDeleteMarker }) => !isDeleteMarker),
      DeleteMarkers: page.filter(({ isDeleteMarker }) => isDeleteMarker),
      IsTruncated: versions.length > MaxKeys,
      NextKeyMarker: lastVersion?.Key,
      NextVersionIdMarker: lastVersion?.VersionId,
    };
  }

  /** Returns an object. Throws like S3 if it is missing, or if its ETag isn't `ifMatch`. */
  #requireObject(key: string, ifMatch?: string): FakeObject {
    const object = this.objects.get(key);
    if (!object) throw new NoSuchKey({ message: 'NoSuchKey', $metadata: {} });

    if (ifMatch !== undefined && ifMatch !== computeEtag(object)) {
      throw new S3ServiceException({ name: 'PreconditionFailed', message: '', $fault: 'client', $metadata: {} });
    }

    return object;
  }
}

/** Returns the parts of a response that HeadObject and GetObject share. */
function describeObject(object: FakeObject, checksumMode: string | undefined) {
  const { bytes, contentType, metadata } = object;
  const checksum = createHash('sha256').update(bytes).digest('base64');

  return {
    ContentLength: bytes.length,
    ContentType: contentType,
    Metadata: metadata,
    ETag: computeEtag(object),
    ...(checksumMode === 'ENABLED' && { ChecksumSHA256: checksum }),
  };
}

/** Returns the ETag that S3 computes for an object stored by one request: the MD5 hash in quotes. */
function computeEtag({ bytes }: FakeObject): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
