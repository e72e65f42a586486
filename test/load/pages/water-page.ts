import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';

/** The folder of the ocean animation. */
const OCEAN_FOLDER = join(import.meta.dirname, '../../../web/src/ocean');

/** A page with only the ocean animation. The URL's hash sets the zone: `#10`. A zone starts every 10 m. */
const PAGE_SOURCE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Ocean, oceanStyle } from './ocean.tsx';
  import { themeOf } from './theme.ts';
  const theme = themeOf(Number(location.hash.slice(1)) * 10);
  const page = createElement('div', { className: 'page', style: oceanStyle(theme) }, createElement(Ocean, { theme }));
  createRoot(document.body).render(page);
`;

/** The HTML of the page, which loads the bundle of {@link PAGE_SOURCE}. */
const DOCUMENT =
  '<!doctype html><link rel="stylesheet" href="/page.css"><body style="margin:0"></body><script type="module" src="/page.js"></script>';

/** Content types, by the ending of a path. Other paths get the HTML. */
const CONTENT_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The running server of the page. */
interface WaterPageServer {
  readonly url: string;
  close(): void;
}

/**
 * Serves a page with only the ocean animation, on a free port. The page is cross-origin isolated, because only then its
 * clock has microsecond resolution.
 */
export async function serveWaterPage(): Promise<WaterPageServer> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE_SOURCE, resolveDir: OCEAN_FOLDER, loader: 'tsx', sourcefile: 'page.tsx' },
    entryNames: 'page',
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });

  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('Content-Type', CONTENT_TYPES[extname(url)] ?? 'text/html');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.end(files.get(url) ?? DOCUMENT);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
