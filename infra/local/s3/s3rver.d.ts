/** The parts of s3rver that the local cloud uses. It ships no types. */
declare module 's3rver' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface StoredObjectEvent {
    readonly Records: readonly {
      readonly eventName: string;
      readonly s3: {
        readonly bucket: { readonly name: string };
        readonly object: { readonly key: string; readonly size?: number; readonly eTag?: string };
      };
    }[];
  }

  export default class S3rver extends EventEmitter {
    constructor(options: { directory: string; silent?: boolean; vhostBuckets?: boolean });
    store: object;
    readonly context: { store: object };
    readonly middleware: ((context: { state: Record<string, unknown> }, next: () => Promise<void>) => Promise<void>)[];
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(name: 'event', listener: (event: StoredObjectEvent) => void): this;
    on(name: 'error', listener: (error: Error) => void): this;
  }
}

declare module 's3rver/lib/stores/filesystem.js' {
  import type { Readable } from 'node:stream';

  export interface ObjectToStore {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable | Buffer;
    readonly metadata: Readonly<Record<string, string>>;
  }

  export interface ListOptions {
    readonly prefix?: string | undefined;
    readonly startAfter?: string | undefined;
    readonly delimiter?: string | undefined;
    readonly maxKeys?: number | undefined;
  }

  export interface ListedObjects {
    readonly objects: readonly {
      readonly key: string;
      readonly size: number;
      readonly lastModifiedDate: Date;
      readonly metadata: Readonly<Record<string, string | number>>;
    }[];
    readonly commonPrefixes: readonly string[];
    readonly isTruncated: boolean;
  }

  export default class FilesystemStore {
    static decodeKeyPath(path: string): string;
    constructor(directory: string);
    getBucketPath(bucket: string): string;
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    getMetadata(bucket: string, key: string): Promise<Record<string, string | number>>;
    putMetadata(bucket: string, key: string, metadata: Readonly<Record<string, string>>, md5?: string): Promise<void>;
    putBucket(bucket: string): Promise<unknown>;
    putObject(object: ObjectToStore): Promise<{ size: number; md5: string }>;
    copyObject(
      fromBucket: string,
      fromKey: string,
      bucket: string,
      key: string,
      metadata: Readonly<Record<string, string>> | null,
    ): Promise<Record<string, string | number>>;
    deleteObject(bucket: string, key: string): Promise<void>;
    listObjects(bucket: string, options: ListOptions): Promise<ListedObjects>;
  }
}
