import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFile } from './open-file.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Serves the URLs, and records the requests. */
function serve(responses: Readonly<Record<string, () => Response | Promise<Response>>>): string[] {
  const requestedUrls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    return responses[url]!();
  });
  return requestedUrls;
}

const LISTED = { key: 'reef', url: 'https://store.example/listed' };
const NEW_URL = 'https://store.example/new';
const never = () => Promise.reject(new Error('A new URL was requested.'));
const { signal } = new AbortController();

describe('openFile', () => {
  it("uses the list's URL, which counts no view", async () => {
    serve({ [LISTED.url]: () => new Response('reef') });
    expect(await (await openFile(LISTED, never, signal)).text()).toBe('reef');
  });

  it.each([
    ['has expired', () => new Response('', { status: 403 })],
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])("requests a new URL if the list's %s", async (_, response) => {
    const requestedUrls = serve({ [LISTED.url]: response, [NEW_URL]: () => new Response('reef') });
    const openedResponse = await openFile(LISTED, async (key) => `https://store.example/${key && 'new'}`, signal);
    expect(await openedResponse.text()).toBe('reef');
    expect(requestedUrls).toEqual([LISTED.url, NEW_URL]);
  });

  it('requests a URL for a file of a list without URLs', async () => {
    serve({ [NEW_URL]: () => new Response('reef') });
    expect(await (await openFile({ ...LISTED, url: '' }, async () => NEW_URL, signal)).text()).toBe('reef');
  });

  it('fails with the status if the new URL fails, too', async () => {
    serve({ [NEW_URL]: () => new Response('', { status: 404 }) });
    await expect(openFile({ ...LISTED, url: '' }, async () => NEW_URL, signal)).rejects.toThrow('404');
  });

  it('requests no new URL after the download was stopped', async () => {
    const controller = new AbortController();
    serve({
      [LISTED.url]: () => {
        controller.abort();
        return Promise.reject(new DOMException('', 'AbortError'));
      },
    });

    await expect(openFile(LISTED, never, controller.signal)).rejects.toThrow('abort');
  });
});
