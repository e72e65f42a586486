import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import type { HomeDocument } from '../src/app/shell/home-document.tsx';

const WEB = join(import.meta.dirname, '..');
const HOME = join(WEB, 'src/app/visitor/home.tsx');

/** Modules that need a browser as soon as they are loaded; `stand-ins.ts` replaces them during the build. */
const BROWSER_MODULES = /\/platform\/(auth\/auth-state|tab-title)\.ts$/;

/** A module and all that it imports, in one piece. */
async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(WEB, 'src', entry)],
    bundle: true,
    write: false,
    minify: true,
    // This variant of React's renderer needs no module of Node's, and leaves no channel open that keeps the build alive.
    conditions: ['edge-light'],
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** The home page, made by its own components. */
async function renderHome(): Promise<HomeDocument> {
  const source = await bundle('app/shell/home-document.tsx', {
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    plugins: [
      {
        name: 'stand-ins',
        setup: ({ onResolve }) =>
          onResolve({ filter: BROWSER_MODULES }, () => ({ path: join(import.meta.dirname, 'stand-ins.ts') })),
      },
    ],
  });
  const module: typeof import('../src/app/shell/home-document.tsx') = await import(
    `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  );
  return module.homeDocument();
}

/** The files that the home page needs besides the entry: its style sheets, and its scripts. */
function filesOfHome(output: Rolldown.OutputBundle): { styles: string[]; scripts: string[] } {
  const chunks = Object.values(output).filter((file) => file.type === 'chunk');
  const home = chunks.find(({ facadeModuleId }) => facadeModuleId === HOME);
  if (!home) throw new Error('The home page has no chunk of its own.');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const needed = [home, ...chunks.filter(({ fileName }) => home.imports.includes(fileName))].filter(
    ({ fileName }) => !known.has(fileName),
  );
  return {
    styles: needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    scripts: needed.map(({ fileName }) => fileName),
  };
}

/** What the built page with the home page in it is made of: paths of files are without a leading slash. */
interface HomeParts extends HomeDocument {
  readonly recognise: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/**
 * Puts the home page into the built page that every other address gets empty.
 *
 * @throws Error when the page has no place for it.
 */
export function withHome(page: string, { title, description, markup, recognise, styles, scripts }: HomeParts): string {
  const head = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<script src="/${recognise}"></script>`,
  ];
  const put = (text: string, place: RegExp, replacement: string) => {
    if (!place.test(text)) throw new Error(`web/index.html has no ${place.source} for the home page.`);
    return text.replace(place, () => replacement);
  };
  const steps: readonly [RegExp, string][] = [
    [/<title>.*?<\/title>/, `<title>${title}</title>`],
    [/<meta name="description" content="[^"]*"/, `<meta name="description" content="${description}"`],
    [/<\/head>/, `  ${head.join('\n    ')}\n  </head>`],
    [/<div id="root"><\/div>/, `<div id="root">${markup}</div>`],
    [/\s*<noscript>[\s\S]*?<\/noscript>/, ''],
  ];
  return steps.reduce((text, [place, replacement]) => put(text, place, replacement), page);
}

/** Gives link previews full addresses, once it is known where the site will be: `https://fathom.example`. */
export function withOrigin(page: string, origin: string | undefined): string {
  if (!origin) return page;
  return page.replace(/(<meta property="og:image" content=")(?=\/)/, `$1${new URL(origin).origin}`);
}

/**
 * Builds two pages of index.html: `index.html` with the home page in it, for whoever opens `/`, and `app.html`, empty,
 * for every other address. A development server knows the empty one alone.
 */
export function homePagePlugin(): Plugin {
  return {
    name: 'fathom-home-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, output) {
      const page = output['index.html'];
      if (page?.type !== 'asset') throw new Error('Vite has built no index.html.');
      const empty = withOrigin(String(page.source), process.env.FATHOM_SITE_ORIGIN);
      // In one piece, for it is run at once: a module would run after the page is painted.
      const source = await bundle('recognise.ts', { format: 'iife' });
      const reference = this.emitFile({ type: 'asset', name: 'recognise.js', source });
      const recognise = this.getFileName(reference);
      page.source = withHome(empty, { ...(await renderHome()), ...filesOfHome(output), recognise });
      this.emitFile({ type: 'asset', fileName: 'app.html', source: empty });
    },
  };
}
