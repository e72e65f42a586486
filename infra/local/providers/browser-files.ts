import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Headers that restrict pages to their own files and origin. Any page may frame them. */
export const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Contents by the URL of their file. */
const contents = new Map<string, Promise<string>>();

/**
 * Returns a page, a bundled style sheet, or a bundled script.
 *
 * Bundles at first use, because most runs have no browser. `*-page.js` become modules; other scripts become classic
 * scripts.
 *
 * @param folder the URL of the folder, with a trailing slash.
 */
export function readBrowserFile(folder: URL, name: string): Promise<string> {
  const url = new URL(name, folder);
  const content = contents.get(url.href) ?? (name.endsWith('.html') ? readFile(url, 'utf8') : bundle(url));
  contents.set(url.href, content);
  return content;
}

async function bundle(url: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    format: url.pathname.endsWith('-page.js') ? 'esm' : 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
