import { texts } from './texts.ts';

export interface PutOptions {
  readonly contentType: string;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file's bytes to a presigned address. XMLHttpRequest reports progress, which fetch does not, and streams the
 * file from disk: its size does not matter to the page's memory.
 */
export function putFile(url: string, file: Blob, { contentType, onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else
        reject(
          new Error(texts.putFailed(request.statusText || String(request.status), statedBy(request.responseText))),
        );
    };
    request.onerror = () => reject(new Error(texts.connectionLost));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return reject(signal.reason);
    request.open('PUT', url);
    request.setRequestHeader('content-type', contentType);
    request.send(file);
  });
}

/** The sentence inside of the store's XML, or what there is instead. */
function statedBy(answer: string): string {
  return /<Message>([^<]*)<\/Message>/.exec(answer)?.[1] ?? answer.slice(0, 200);
}
