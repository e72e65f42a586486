export interface PutOptions {
  /** The type that was signed; none for a part of a file. */
  readonly contentType?: string;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** The store has answered, and has not taken the bytes. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly status: number;
  /** The store's own code, "NoSuchUpload". */
  readonly code: string;

  constructor(status: number, statusText: string, answer: string) {
    super(`Failed to upload to S3: ${statusText || status} - ${statedBy(answer)}`);
    this.status = status;
    this.code = /<Code>([^<]*)<\/Code>/.exec(answer)?.[1] ?? '';
  }

  /** Whether the same bytes may well be taken a little later; a 403 when the address is signed anew. */
  get isPassing(): boolean {
    return [403, 408, 429].includes(this.status) || this.status >= 500 || this.code === 'RequestTimeout';
  }
}

/** The bytes did not get there, or nobody said that they did. */
export class TransferLost extends Error {
  override readonly name = 'TransferLost';
  constructor() {
    super('the connection was lost. Please try again.');
  }
}

/** A connection on which nothing has moved for so long is a lost one, whatever the system thinks of it. */
const STALLED_MS = 60_000;

/**
 * Sends bytes to a presigned address. XMLHttpRequest reports progress, which fetch does not, and streams the file from
 * disk: its size does not matter to the page's memory.
 */
export function putFile(url: string, bytes: Blob, { contentType, onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALLED_MS);
    };
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(loaded, total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new StoreRefusal(request.status, request.statusText, request.responseText));
    };
    request.onerror = () => reject(new TransferLost());
    request.onabort = () => reject(signal.aborted ? signal.reason : new TransferLost());
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) return reject(signal.reason);
    request.open('PUT', url);
    if (contentType !== undefined) request.setRequestHeader('content-type', contentType);
    watch();
    request.send(bytes);
  });
}

/** The sentence inside of the store's XML, or what there is instead. */
function statedBy(answer: string): string {
  return /<Message>([^<]*)<\/Message>/.exec(answer)?.[1] ?? answer.slice(0, 200);
}
