import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import FilesystemStore, {
  type ListedObjects,
  type ListOptions,
  type ObjectToStore,
} from 's3rver/lib/stores/filesystem.js';
import { Incoming } from './incoming.ts';
import { fileNameOf, keysIn } from './keys.ts';

/**
 * s3rver's file store, with what a real bucket promises and this one lacked: an object appears whole or not at all,
 * it is there when the upload is answered, a key may be as long as S3 allows, and a listing tells it as it was given.
 */
export class ObjectStore extends FilesystemStore {
  readonly incoming: Incoming;

  constructor(directory: string) {
    super(join(directory, 'objects'));
    this.incoming = new Incoming(join(directory, 'incoming'));
  }

  override getResourcePath(bucket: string, key: string | undefined, resource: string): string {
    return super.getResourcePath(bucket, key?.split('/').map(fileNameOf).join('/'), resource);
  }

  override async putObject({ bucket, key, content, metadata }: ObjectToStore): Promise<{ size: number; md5: string }> {
    const { path, size, md5 } = await this.incoming.receive(content);
    await this.install(path, { bucket, key, metadata, eTag: md5 });
    return { size, md5 };
  }

  /** Makes a complete file an object, in place of the one that the key had. */
  async install(
    file: string,
    object: Pick<ObjectToStore, 'bucket' | 'key' | 'metadata'> & { eTag: string },
  ): Promise<void> {
    const { bucket, key, metadata, eTag } = object;
    try {
      const path = this.getResourcePath(bucket, key, 'object');
      await mkdir(dirname(path), { recursive: true });
      await this.#recordSegments(bucket, key);
      await this.putMetadata(bucket, key, metadata, eTag);
      await rename(file, path);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  override async copyObject(
    fromBucket: string,
    fromKey: string,
    bucket: string,
    key: string,
    metadata: Readonly<Record<string, string>> | null,
  ): Promise<Record<string, string | number>> {
    const copied = await super.copyObject(fromBucket, fromKey, bucket, key, metadata);
    await this.#recordSegments(bucket, key);
    return copied;
  }

  // s3rver's own also removes folders that became empty, by the key's names instead of the shortened ones.
  override async deleteObject(bucket: string, key: string): Promise<void> {
    const resources = ['object', 'object.md5', 'metadata.json'];
    await Promise.all(resources.map((resource) => rm(this.getResourcePath(bucket, key, resource), { force: true })));
  }

  // s3rver's own tells the names of files, in the order of the folders.
  override async listObjects(bucket: string, options: ListOptions): Promise<ListedObjects> {
    const { prefix = '', startAfter = '', delimiter = '', maxKeys = 1000 } = options;
    const keys: string[] = [];
    const groups = new Set<string>();
    let isTruncated = false;
    for await (const key of keysIn(this.getBucketPath(bucket), { prefix, after: startAfter })) {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      const group = end === -1 ? undefined : key.slice(0, end + delimiter.length);
      // The group was on this page already, or ended the one before.
      if (group !== undefined && (groups.has(group) || group === startAfter)) continue;
      isTruncated = keys.length + groups.size >= maxKeys;
      if (isTruncated) break;
      if (group === undefined) keys.push(key);
      else groups.add(group);
    }
    const objects = await Promise.all(keys.map((key) => this.#describe(bucket, key)));
    return { objects: objects.filter((object) => object !== undefined), commonPrefixes: [...groups], isTruncated };
  }

  async #describe(bucket: string, key: string): Promise<ListedObjects['objects'][number] | undefined> {
    try {
      const metadata = await this.getMetadata(bucket, key);
      return {
        key,
        size: Number(metadata['content-length']),
        lastModifiedDate: new Date(String(metadata['last-modified'])),
        metadata,
      };
    } catch (error) {
      // Deleted since the folder was read.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Notes the segments of a key that a file name only stands for. */
  async #recordSegments(bucket: string, key: string): Promise<void> {
    const segments = key.split('/');
    for (const [index, segment] of segments.entries()) {
      if (fileNameOf(segment) === segment) continue;
      await writeFile(this.getResourcePath(bucket, segments.slice(0, index + 1).join('/'), 'segment'), segment);
    }
  }
}
