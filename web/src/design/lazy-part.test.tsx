import { Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const DOWNLOAD_ERROR = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

async function renderPage(Part: ReturnType<typeof lazyPart<{ name: string }>>): Promise<string> {
  const page = await renderToReadableStream(
    <main>
      <Suspense>
        <Part name="log" />
      </Suspense>
    </main>,
  );
  await page.allReady;
  return new Response(page).text();
}

describe('lazyPart', () => {
  it('renders the component once it is downloaded', async () => {
    const html = await renderPage(lazyPart(async () => ({ default: ({ name }) => <i>{name}</i> })));
    expect(html).toContain('<i>log</i>');
    expect(console.error).not.toHaveBeenCalled();
  });

  it('shows an error with a Reload button and logs the reason when the download fails', async () => {
    const html = await renderPage(lazyPart(() => Promise.reject(DOWNLOAD_ERROR)));

    expect(html).toContain('<main>');
    expect(html).toContain('role="alert"');
    expect(html).toContain('Reload');
    expect(html).not.toContain('data-msg');
    expect(console.error).toHaveBeenCalledWith(DOWNLOAD_ERROR);
  });

  it('renders a custom fallback with the same props when the download fails', async () => {
    const html = await renderPage(
      lazyPart(
        () => Promise.reject(DOWNLOAD_ERROR),
        ({ name }) => <b>no {name}</b>,
      ),
    );

    expect(html).toContain('<b>no <!-- -->log</b>');
  });
});
