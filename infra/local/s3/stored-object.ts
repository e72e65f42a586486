/** An object without its body, stored as a JSON file. */
export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Without quotes. */
  readonly eTag: string;
  /** S3's SHA-256 in Base64, if the upload had one. A composite checksum ends with the number of parts. */
  readonly sha256?: string | undefined;
  /** Response headers that the upload set: content type, disposition, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** In whole seconds, as S3 reports it. */
  readonly lastModified: Date;
  /** The body: one file, or one for each part. */
  readonly files: readonly BodyFile[];
  /** Undefined in a bucket without versions, and if the object is older than its bucket's versions. */
  readonly versionId?: string | undefined;
  /** Whether this version has no body, but records a deletion. */
  readonly isDeleteMarker?: boolean;
}

/** One version of a key in a list. */
export interface ListedVersion {
  readonly object: StoredObject;
  readonly isLatest: boolean;
}

export interface BodyFile {
  readonly path: string;
  readonly size: number;
}

/** A body in a temporary file. */
export interface ReceivedBody extends BodyFile {
  /** Hexadecimal. */
  readonly md5: string;
  /** Base64. */
  readonly sha256: string;
}

/** What a write requires of the key's object: that there is none, or one with this entity tag (without quotes). */
export type WriteCondition = 'absent' | { readonly eTag: string } | undefined;

/** The part of a bucket to list. */
export interface ListOptions {
  readonly prefix: string;
  /** Skips keys up to and including this one. */
  readonly after: string;
  /** Groups keys that contain this string after the prefix. Empty: no groups. */
  readonly delimiter: string;
  readonly limit: number;
}
