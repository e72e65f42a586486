/*
 * The budgets for the scripts and styles of two screens, and the measurement of a build. Small scripts keep the first
 * visit fast on a slow connection. test/infra/script-budgets.test.ts checks the budgets.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHUNK_REPORT, type Chunk } from './chunk-report.ts';

/** A screen whose scripts have a budget. */
export interface BudgetedScreen {
  readonly path: string;
  /** The file that the server sends for the path. */
  readonly document: string;
  /** The modules that are imported dynamically until the screen is visible. */
  readonly onDemand: readonly string[];
  /** Budget of its compressed scripts, in KB of 1,000 bytes. */
  readonly maxScriptKb: number;
}

/** Maximum number of scripts that a screen may load until it is visible. */
export const MAX_SCRIPTS = 15;

/** Budget of a screen's compressed styles, in KB of 1,000 bytes. */
export const MAX_STYLE_KB = 12;

/**
 * The screens with budgets. If a screen loads another module on demand, add the module to `onDemand`:
 * `test/e2e/loaded-scripts.test.ts` fails until it is listed.
 */
export const BUDGETED_SCREENS: readonly BudgetedScreen[] = [
  {
    path: '/',
    document: 'index.html',
    onDemand: ['web/src/app/visitor/home.tsx'],
    maxScriptKb: 85,
  },
  {
    path: '/dashboard',
    document: 'app.html',
    onDemand: [
      'web/src/platform/auth/session.ts',
      'web/src/app/shell/member-area.tsx',
      'web/src/app/screens/dashboard.tsx',
      'web/src/features/messages/messenger.ts',
      'web/src/platform/socket/socket-hub.ts',
    ],
    maxScriptKb: 160,
  },
];

/**
 * Matches the paths of the scripts of the animated ocean and of the first steps. The pages load these scripts once the
 * browser is idle, so budgets don't count them.
 */
export const IDLE_SCRIPTS = /\/(creatures|frames|water-canvas|reduced-motion|depth-moments|first-steps)-/;

/** Matches the paths of the styles of the idle scripts. */
export const IDLE_STYLES = /\/(creatures|drawing|depth-moments|first-steps)-/;

interface MeasuredFile {
  /** Path in the folder of the pages. */
  readonly file: string;
  /** Compressed size, in bytes. */
  readonly bytes: number;
}

export interface MeasuredScript extends MeasuredFile {
  /** The file's name without hash: `home`. */
  readonly name: string;
  /** The part of `bytes` of each module, estimated. */
  readonly modules: Readonly<Record<string, number>>;
}

/** The scripts and styles that a screen loads until it is visible. */
export interface ScreenScripts {
  readonly scripts: readonly MeasuredScript[];
  readonly styles: readonly MeasuredFile[];
}

/**
 * Measures the scripts and styles that a screen loads until it is visible, without running it.
 *
 * Counts the scripts of the document, the scripts with the modules on demand, and the scripts that these import
 * statically, with their styles. Leaves out idle scripts and styles.
 *
 * @param pages the folder of pages that `providePages` has built
 * @throws Error if the pages lack a module of `onDemand`
 */
export function measureScreen(pages: string, { document, onDemand }: BudgetedScreen): ScreenScripts {
  const chunks = readChunks(pages);
  const scripts = new Set(listDocumentScripts(pages, document));
  for (const module of onDemand) scripts.add(findChunk(chunks, module).file);

  // The loop also visits the files that it adds.
  for (const file of scripts) {
    for (const importedFile of chunks.get(file)?.imports ?? []) scripts.add(importedFile);
  }

  const countedScripts = [...scripts].filter((file) => !IDLE_SCRIPTS.test(`/${file}`));
  const styles = new Set(countedScripts.flatMap((file) => chunks.get(file)?.styles ?? []));
  const measure = (file: string) => ({ file, bytes: gzipSync(readFileSync(join(pages, file))).length });

  return {
    scripts: countedScripts.map((file) => describeScript(measure(file), chunks.get(file))),
    styles: [...styles].filter((file) => !IDLE_STYLES.test(`/${file}`)).map(measure),
  };
}

/** Returns the sum of compressed sizes, in bytes. */
export function sumBytes(files: readonly MeasuredFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** Returns the chunks of built pages by file. */
function readChunks(pages: string): ReadonlyMap<string, Chunk> {
  const chunks: Chunk[] = JSON.parse(readFileSync(join(pages, CHUNK_REPORT), 'utf8'));
  return new Map(chunks.map((chunk) => [chunk.file, chunk]));
}

/** Returns the scripts that an HTML file loads or preloads. */
function listDocumentScripts(pages: string, document: string): string[] {
  const html = readFileSync(join(pages, document), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file!);
}

/** Returns the chunk that contains a module. Throws an Error if there is none. */
function findChunk(chunks: ReadonlyMap<string, Chunk>, module: string): Chunk {
  const chunk = [...chunks.values()].find(({ modules }) => module in modules);
  if (!chunk) throw new Error(`The pages don't contain ${module}. Update onDemand in infra/screen-scripts.ts.`);
  return chunk;
}

/** Divides a script's size among its modules by the sizes of their code before minification. */
function describeScript({ file, bytes }: MeasuredFile, chunk: Chunk | undefined): MeasuredScript {
  const modules = Object.entries(chunk?.modules ?? {});
  const unminifiedBytes = modules.reduce((total, [, size]) => total + size, 0);
  return {
    file,
    bytes,
    // Without a chunk, removes the folder and the hash: `assets/home-1a2b3c4d.js` becomes `home`.
    name: chunk?.name ?? file.replace(/^.*\/|-[^-]{8}\.js$/g, ''),
    modules: Object.fromEntries(modules.map(([module, size]) => [module, (bytes * size) / unminifiedBytes])),
  };
}
