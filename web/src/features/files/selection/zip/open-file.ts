import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { texts } from '../../texts.ts';

/**
 * Requests the bytes of a file. Uses the list's URL while that URL is valid, because a new URL counts a view.
 *
 * @param requestUrl - returns a new download URL
 * @throws Error if the bytes can't be requested
 */
export async function openFile(
  file: Pick<ListedFile, 'key' | 'url'>,
  requestUrl: (key: string) => Promise<string>,
  signal: AbortSignal,
): Promise<Response> {
  // The cache may contain the response to an <img>, which has no CORS headers.
  const options: RequestInit = { signal, cache: 'no-store' };

  if (file.url) {
    const response = await fetch(file.url, options).catch(() => undefined);
    if (response?.ok) return response;
    // The catch above also hides an abort.
    signal.throwIfAborted();
    await response?.body?.cancel();
  }

  const response = await fetch(await requestUrl(file.key), options);
  if (!response.ok) throw new Error(texts.zipFileStatus(response.status));

  return response;
}
