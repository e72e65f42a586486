/** Tests of opening a file for a zip archive, which must not count as a view. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFile } from './open-file.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Replaces `fetch` by these responses. Returns the requested URLs. */
function stubFetch(responses: Readonly<Record<string, () => Response | Promise<Response>>>): string[] {
  const requestedUrls: string[] = [];

  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    return responses[url]!();
  });

  return requestedUrls;
}

const LISTED_FILE = { key: 'reef', url: 'https://store.example/listed' };
const NEW_URL = 'https://store.example/new';
/** Fails the test if it is called. */
const unexpectedUrlRequest = () => Promise.reject(new Error('A new URL was requested.'));
const { signal } = new AbortController();

describe('openFile', () => {
  it("uses the list's URL, which doesn't count a view", async () => {
    stubFetch({ [LISTED_FILE.url]: () => new Response('reef') });

    const response = await openFile(LISTED_FILE, unexpectedUrlRequest, signal);

    expect(await response.text()).toBe('reef');
  });

  it.each([
    ['has expired', () => new Response('', { status: 403 })],
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])("requests a new URL if the list's URL %s", async (_, response) => {
    const requestedUrls = stubFetch({ [LISTED_FILE.url]: response, [NEW_URL]: () => new Response('reef') });

    const openedResponse = await openFile(LISTED_FILE, async () => NEW_URL, signal);

    expect(await openedResponse.text()).toBe('reef');
    expect(requestedUrls).toEqual([LISTED_FILE.url, NEW_URL]);
  });

  it('requests a URL if the list has none', async () => {
    stubFetch({ [NEW_URL]: () => new Response('reef') });

    const response = await openFile({ ...LISTED_FILE, url: '' }, async () => NEW_URL, signal);

    expect(await response.text()).toBe('reef');
  });

  it('fails with the HTTP status if the new URL also fails', async () => {
    stubFetch({ [NEW_URL]: () => new Response('', { status: 404 }) });

    await expect(openFile({ ...LISTED_FILE, url: '' }, async () => NEW_URL, signal)).rejects.toThrow('404');
  });

  it('requests no new URL after the download was stopped', async () => {
    const stop = new AbortController();
    stubFetch({
      [LISTED_FILE.url]: () => {
        stop.abort();
        return Promise.reject(new DOMException('', 'AbortError'));
      },
    });

    await expect(openFile(LISTED_FILE, unexpectedUrlRequest, stop.signal)).rejects.toThrow('abort');
  });
});
