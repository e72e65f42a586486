import { Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyDecoration } from './lazy-decoration.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback());
  return () => vi.unstubAllGlobals();
});

async function renderPage(Decoration: ReturnType<typeof lazyDecoration<{ name: string }>>): Promise<string> {
  const page = await renderToReadableStream(
    <main>
      <Suspense>
        <Decoration name="squid" />
      </Suspense>
    </main>,
  );
  await page.allReady;
  return new Response(page).text();
}

describe('lazyDecoration', () => {
  it('renders the component once it is downloaded', async () => {
    const html = await renderPage(lazyDecoration(async () => ({ default: ({ name }) => <i>{name}</i> })));
    expect(html).toContain('<i>squid</i>');
  });

  it('renders nothing, and no error, when the download fails', async () => {
    const html = await renderPage(lazyDecoration(() => Promise.reject(new TypeError('Failed to fetch'))));
    expect(html).toContain('<main>');
    expect(html).not.toContain('squid');
    // React writes the message of an error into this attribute.
    expect(html).not.toContain('data-msg');
  });
});
