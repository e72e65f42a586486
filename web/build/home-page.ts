import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { HomeDocument } from '../src/app/shell/home-document.tsx';
import { bundleSource } from './bundle-source.ts';
import { renderHome } from './render-home.ts';

const HOME_MODULE = join(import.meta.dirname, '../src/app/visitor/home.tsx');

/** Matches the font file with the letters of Latin-1, which the home page uses. Another file has further letters. */
const LATIN_1_FONT = /figtree-latin-wght-normal[^/]*\.woff2$/;

/** The parts of the prerendered home page. File paths have no leading slash. */
interface HomeParts extends HomeDocument {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly font: string;
}

/**
 * Vite plugin that builds two documents from web/index.html.
 *
 * - `index.html`, for `/`, has the prerendered home page. Visitors see it before any script has run.
 * - `app.html`, for all other paths, has an empty root element, which the scripts fill.
 *
 * The development server serves only a document with an empty root element.
 */
export function homePagePlugin(): Plugin {
  return {
    name: 'fathom-home-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, output) {
      const indexFile = output['index.html'];
      if (indexFile?.type !== 'asset') throw new Error('Vite has built no index.html.');

      // Builds a classic script, because modules run after the first paint.
      const source = await bundleSource('before-first-paint.ts', { format: 'iife' });
      const reference = this.emitFile({ type: 'asset', name: 'before-first-paint.js', source });
      const emptyHtml = insertEarlyScript(
        insertOrigin(String(indexFile.source), process.env.FATHOM_SITE_ORIGIN),
        this.getFileName(reference),
      );

      indexFile.source = insertHome(emptyHtml, { ...(await renderHome()), ...findHomeFiles(output) });
      this.emitFile({ type: 'asset', fileName: 'app.html', source: emptyHtml });
    },
  };
}

/** Returns the style sheets and scripts that the home page needs in addition to the entry, and the font of its text. */
function findHomeFiles(output: Rolldown.OutputBundle): Pick<HomeParts, 'styles' | 'scripts' | 'font'> {
  const chunks = Object.values(output).filter((file) => file.type === 'chunk');
  const homeChunk = chunks.find(({ facadeModuleId }) => facadeModuleId === HOME_MODULE);
  if (!homeChunk) throw new Error('Vite built no separate chunk for the home page.');
  const font = Object.keys(output).find((file) => LATIN_1_FONT.test(file));
  if (!font) throw new Error('Vite built no font.');

  // index.html already loads the files of the entry.
  const entryChunk = chunks.find(({ isEntry }) => isEntry);
  const entryFiles = new Set([entryChunk?.fileName, ...(entryChunk?.imports ?? [])]);
  const importedChunks = chunks.filter(({ fileName }) => homeChunk.imports.includes(fileName));
  const homeOnlyChunks = [homeChunk, ...importedChunks].filter(({ fileName }) => !entryFiles.has(fileName));

  return {
    styles: homeOnlyChunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    scripts: homeOnlyChunks.map(({ fileName }) => fileName),
    font,
  };
}

/**
 * Inserts the prerendered home page into a document.
 *
 * @throws Error if the document lacks an element that the insertion needs
 */
export function insertHome(html: string, { title, description, markup, styles, scripts, font }: HomeParts): string {
  const headElements = [
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
    [/<\/head>/, `  ${headElements.join('\n    ')}\n  </head>`],
    [/<div id="root"><\/div>/, `<div id="root">${markup}</div>`],
    [/\s*<noscript>[\s\S]*?<\/noscript>/, ''],
  ];

  return replacements.reduce((text, [pattern, replacement]) => replace(text, pattern, replacement), html);
}

/**
 * Inserts the script that runs before the first paint, `before-first-paint.ts`, at the end of the head.
 *
 * Doesn't check that the document has a head: the build fails in `insertHome` if it has none.
 */
export function insertEarlyScript(html: string, file: string): string {
  return html.replace('</head>', `  <script src="/${file}"></script>\n  </head>`);
}

/**
 * Makes the URL of the preview image absolute, which other sites show for links to this one.
 *
 * @param origin - the site's origin, e.g. `https://fathom.example`. Without it, the URL stays relative
 */
export function insertOrigin(html: string, origin: string | undefined): string {
  if (!origin) return html;
  return html.replace(/(<meta property="og:image" content=")(?=\/)/, `$1${new URL(origin).origin}`);
}
