import { Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const GONE = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

async function rendered(Part: ReturnType<typeof lazyPart<{ name: string }>>): Promise<string> {
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

it('is shown when it has been downloaded', async () => {
  const html = await rendered(lazyPart(async () => ({ default: ({ name }) => <i>{name}</i> })));
  expect(html).toContain('<i>log</i>');
  expect(console.error).not.toHaveBeenCalled();
});

it('is missed in its own place when it cannot be downloaded, and the reason is kept for who looks for it', async () => {
  const html = await rendered(lazyPart(() => Promise.reject(GONE)));
  expect(html).toContain('<main>');
  expect(html).toContain('role="alert"');
  expect(html).toContain('Reload');
  expect(html).not.toContain('data-msg');
  expect(console.error).toHaveBeenCalledWith(GONE);
});

it('is replaced by what suits its place, which is given what the part would have been given', async () => {
  const html = await rendered(
    lazyPart(
      () => Promise.reject(GONE),
      ({ name }) => <b>no {name}</b>,
    ),
  );
  expect(html).toContain('<b>no <!-- -->log</b>');
});
