import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface BrowserFile {
  readonly type: string;
  readonly body: Uint8Array | string;
}

const SOURCES = new URL('./browser/', import.meta.url);

const TEXTS: Readonly<Record<string, string>> = {
  'card-page.html': 'text/html; charset=utf-8',
  'card-page.css': 'text/css; charset=utf-8',
  'challenge-page.html': 'text/html; charset=utf-8',
  'challenge-page.css': 'text/css; charset=utf-8',
};

let files: Promise<ReadonlyMap<string, BrowserFile>> | undefined;

/**
 * What browsers load: the script that pages ask for, and the pages of its frames. It is built when it is first asked
 * for, since most runs have no browser.
 *
 * @param path with the release's name, as in `/endive/stripe.js`.
 */
export async function browserFile(path: string): Promise<BrowserFile | undefined> {
  const [, name] = /^\/endive\/([a-z-]+\.(?:js|css|html))$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  files ??= allFiles();
  return (await files).get(name);
}

async function allFiles(): Promise<ReadonlyMap<string, BrowserFile>> {
  const texts = Object.entries(TEXTS).map(async ([name, type]): Promise<[string, BrowserFile]> => {
    return [name, { type, body: await readFile(new URL(name, SOURCES), 'utf8') }];
  });
  const pages = bundle({ 'card-page': 'card-page.js', 'challenge-page': 'challenge-page.js' }, 'esm');
  const scripts = await Promise.all([bundle({ stripe: 'stripe-js.js' }, 'iife'), pages]);
  return new Map([...(await Promise.all(texts)), ...scripts.flat()]);
}

/** One file of each entry, without imports. */
async function bundle(entries: Record<string, string>, format: 'iife' | 'esm'): Promise<[string, BrowserFile][]> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(SOURCES),
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `./${file}`])),
    outdir: '/',
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, contents }) => {
    const name = path.split(/[/\\]/).at(-1) ?? path;
    return [name, { type: 'text/javascript; charset=utf-8', body: contents }];
  });
}
