import { ApiError } from './api-error.ts';

/** The waits before further attempts, in milliseconds. A scan of a picture usually takes a few seconds. */
const DELAYS_MS = [2000, 4000, 8000, 16_000];

/**
 * Repeats a request while its picture is being scanned for malware. Only stages with `malwareScanning: true` scan.
 *
 * @throws ApiError with the code FileNotScanned if the scan takes longer than all attempts
 */
export async function retryWhileScanned<T>(
  send: () => Promise<T>,
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  for (const delay of DELAYS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isNotScanned(error)) throw error;
    }

    await wait(delay, signal);
  }

  return send();
}

/** Returns whether a request failed because its file is still being scanned. The file stays stored. */
export function isNotScanned(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'FileNotScanned';
}
