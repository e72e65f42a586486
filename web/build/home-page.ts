import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { HomeDocument } from '../src/app/shell/home-document.tsx';
import { bundleSource } from './bundle-source.ts';
import { renderHome } from './render-home.ts';

const HOME = join(import.meta.dirname, '../src/app/visitor/home.tsx');

/** Matches the font file with the letters of Latin-1, not the file with other Latin letters. */
const FIRST_FONT = /figtree-latin-wght-normal[^/]*\.woff2$/;

/**
 * Vite plugin that builds two pages from index.html: `index.html` with the prerendered home page for `/`, and an empty
 * `app.html` for all other paths. The development server serves only the empty page.
 *
 * Visitors see the prerendered page before any script has run.
 */
export function homePagePlugin(): Plugin {
  return {
    name: 'fathom-home-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, output) {
      const page = output['index.html'];
      if (page?.type !== 'asset') throw new Error('Vite has built no index.html.');

      // Builds a classic script, because modules run after the first paint.
      const source = await bundleSource('before-first-paint.ts', { format: 'iife' });
      const reference = this.emitFile({ type: 'asset', name: 'before-first-paint.js', source });
      const emptyPage = insertEarlyScript(
        insertOrigin(String(page.source), process.env.FATHOM_SITE_ORIGIN),
        this.getFileName(reference),
      );

      page.source = insertHome(emptyPage, { ...(await renderHome()), ...findHomeFiles(output) });
      this.emitFile({ type: 'asset', fileName: 'app.html', source: emptyPage });
    },
  };
}

/** Returns the style sheets and scripts that the home page needs in addition to the entry, and the font of its text. */
function findHomeFiles(output: Rolldown.OutputBundle): Pick<HomeParts, 'styles' | 'scripts' | 'font'> {
  const chunks = Object.values(output).filter((file) => file.type === 'chunk');
  const home = chunks.find(({ facadeModuleId }) => facadeModuleId === HOME);
  if (!home) throw new Error('Vite built no separate chunk for the home page.');
  const font = Object.keys(output).find((file) => FIRST_FONT.test(file));
  if (!font) throw new Error('Vite built no font.');

  // index.html already loads the files of the entry.
  const entry = chunks.find(({ isEntry }) => isEntry);
  const entryFiles = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const homeChunks = [home, ...chunks.filter(({ fileName }) => home.imports.includes(fileName))].filter(
    ({ fileName }) => !entryFiles.has(fileName),
  );

  return {
    styles: homeChunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    scripts: homeChunks.map(({ fileName }) => fileName),
    font,
  };
}

/** The parts of the built home page. File paths have no leading slash. */
interface HomeParts extends HomeDocument {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly font: string;
}

/**
 * Returns `page`, the built index.html, with the home page inserted.
 *
 * @throws Error if index.html lacks an element that the insertion needs.
 */
export function insertHome(page: string, { title, description, markup, styles, scripts, font }: HomeParts): string {
  const head = [
    // Other pages need no preload: their text appears long after the style sheet has requested the font.
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];

  const replace = (text: string, pattern: RegExp, replacement: string) => {
    if (!pattern.test(text)) throw new Error(`web/index.html has no ${pattern.source} for the home page.`);
    // A function, because `$&` and `$1` are special in replacement texts.
    return text.replace(pattern, () => replacement);
  };

  const replacements: readonly [RegExp, string][] = [
    [/<title>.*?<\/title>/, `<title>${title}</title>`],
    [/<meta name="description" content="[^"]*"/, `<meta name="description" content="${description}"`],
    [/<\/head>/, `  ${head.join('\n    ')}\n  </head>`],
    [/<div id="root"><\/div>/, `<div id="root">${markup}</div>`],
    [/\s*<noscript>[\s\S]*?<\/noscript>/, ''],
  ];

  return replacements.reduce((text, [pattern, replacement]) => replace(text, pattern, replacement), page);
}

/** Inserts the script that runs before the first paint: `before-first-paint.ts`. */
export function insertEarlyScript(page: string, file: string): string {
  return page.replace('</head>', `  <script src="/${file}"></script>\n  </head>`);
}

/** Makes the URLs of link previews absolute. `origin` is the site's origin: `https://fathom.example`. */
export function insertOrigin(page: string, origin: string | undefined): string {
  if (!origin) return page;
  return page.replace(/(<meta property="og:image" content=")(?=\/)/, `$1${new URL(origin).origin}`);
}
