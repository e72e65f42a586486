/** The options of `putFile`. */
export interface PutOptions {
  /** The headers that the URL's signature covers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Thrown when S3 responds with an error. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status: number;
  /** S3's error code, e.g. `NoSuchUpload`. Empty if the response has none. */
  readonly code: string;

  constructor(status: number, statusText: string, body: string) {
    super(`Failed to upload to S3: ${statusText || status} - ${errorMessageIn(body)}`);
    this.status = status;
    this.code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? '';
  }

  /** Whether a retry may succeed. A 403 needs a newly signed URL. */
  get isTransient(): boolean {
    return [403, 408, 429].includes(this.status) || this.status >= 500 || this.code === 'RequestTimeout';
  }
}

/** Thrown when the connection breaks before S3 responds. The bytes may have been stored. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  constructor() {
    super('the connection was lost. Please try again.');
  }
}

/** Maximum length of a response without XML that an error's message quotes, in UTF-16 code units. */
const MAX_QUOTED_LENGTH = 200;

/** Replaces a response that an error's message can't quote. */
const FALLBACK_SENTENCE = 'Please try again in a moment.';

/** S3's status for a write with `If-None-Match: *` to a key that has an object. */
const ALREADY_STORED = 412;

/** A transfer without progress is aborted after this time, in milliseconds. Browsers may wait much longer. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Sends bytes to a presigned URL.
 *
 * Uses XMLHttpRequest because it reports upload progress, unlike fetch. It streams the file from disk, so large files
 * need no memory.
 *
 * A URL stores one object. 412 means that the object is already stored, because the response to an earlier request was
 * lost.
 *
 * @throws StorageError, ConnectionLostError, or the reason of `signal`.
 */
export function putFile(url: string, bytes: Blob, { headers = {}, onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stallTimer: ReturnType<typeof setTimeout>;

    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_TIMEOUT_MS);
    };

    signal.addEventListener('abort', abort, { once: true });

    request.upload.onprogress = ({ loaded, total }) => {
      restartStallTimer();
      onProgress(loaded, total);
    };

    request.onload = () => {
      if ((request.status >= 200 && request.status < 300) || request.status === ALREADY_STORED) resolve();
      else reject(new StorageError(request.status, request.statusText, request.responseText));
    };

    request.onerror = () => reject(new ConnectionLostError());
    // If the signal isn't aborted, the stall timer has aborted the request.
    request.onabort = () => reject(signal.aborted ? signal.reason : new ConnectionLostError());

    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
    };

    if (signal.aborted) return reject(signal.reason);

    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    restartStallTimer();
    request.send(bytes);
  });
}

/** Returns the message in S3's XML, or a short plain text. A proxy's HTML page isn't a text for members. */
function errorMessageIn(body: string): string {
  const message = /<Message>([^<]*)<\/Message>/.exec(body)?.[1];
  if (message) return message;

  const isReadable = body.trim() !== '' && body.length <= MAX_QUOTED_LENGTH && !body.includes('<');
  return isReadable ? body : FALLBACK_SENTENCE;
}
