/*
 * The types that the files of this folder share. An object is stored in two parts: its description, and its body.
 */

/** An object without its body, stored as a JSON file. */
export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  /** The length of the body in bytes. */
  readonly size: number;
  /** The entity tag without quotes. */
  readonly eTag: string;
  /** S3's SHA-256 in Base64, if the upload had one. A composite checksum ends with the number of parts. */
  readonly sha256?: string | undefined;
  /** Response headers that the upload set: content type, disposition, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The time of the write in whole seconds, as S3 reports it. */
  readonly lastModified: Date;
  /** The body: one file, or one for each part. */
  readonly files: readonly BodyFile[];
  /** Undefined if the bucket had no versions when the object was stored. */
  readonly versionId?: string | undefined;
  /** Whether this version has no body, but records a deletion. */
  readonly isDeleteMarker?: boolean;
}

/** One version of a key in a list. */
export interface ListedVersion {
  readonly object: StoredObject;
  readonly isLatest: boolean;
}

/** A file with a body, or with one part of a body. */
export interface BodyFile {
  readonly path: string;
  readonly size: number;
}

/** A body that was received, in a temporary file. */
export interface ReceivedBody extends BodyFile {
  /** The MD5 hash in hexadecimal. */
  readonly md5: string;
  /** The SHA-256 hash in Base64. */
  readonly sha256: string;
}

/** The condition of a write: the key has no object, or its object has this entity tag (without quotes). */
export type WriteCondition = 'absent' | { readonly eTag: string } | undefined;

/** The part of a bucket to list. */
export interface ListOptions {
  readonly prefix: string;
  /** The list skips keys up to and including this key. */
  readonly after: string;
  /** The list groups keys that contain this string after the prefix. An empty string groups none. */
  readonly delimiter: string;
  readonly limit: number;
}
