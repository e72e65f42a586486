import { Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyOrnament } from './lazy-ornament.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (painted: () => void) => painted());
  return () => vi.unstubAllGlobals();
});

async function rendered(Ornament: ReturnType<typeof lazyOrnament<{ name: string }>>): Promise<string> {
  const page = await renderToReadableStream(
    <main>
      <Suspense>
        <Ornament name="squid" />
      </Suspense>
    </main>,
  );
  await page.allReady;
  return new Response(page).text();
}

it('adorns the page when it has been downloaded', async () => {
  const html = await rendered(lazyOrnament(async () => ({ default: ({ name }) => <i>{name}</i> })));
  expect(html).toContain('<i>squid</i>');
});

it('stays away when it cannot be downloaded, and leaves the page whole', async () => {
  const html = await rendered(lazyOrnament(() => Promise.reject(new TypeError('Failed to fetch'))));
  expect(html).toContain('<main>');
  expect(html).not.toContain('squid');
  expect(html).not.toContain('data-msg');
});
