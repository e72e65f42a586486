/**
 * Tests of the measurement of a screen's scripts and styles. Vite's build writes a report of its chunks, the scripts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_REPORT, type Chunk } from './chunk-report.ts';
import { measureScreen } from './screen-scripts.ts';

const pages = mkdtempSync(join(tmpdir(), 'fathom-screen-scripts-'));
const SCREEN = { path: '/', document: 'index.html', onDemand: ['src/home.tsx'], maxScriptKb: 1 };

/** Builds the description of a script. */
function buildChunk(name: string, parts: Partial<Chunk> = {}): Chunk {
  return { file: `assets/${name}-12345678.js`, name, imports: [], styles: [], modules: {}, ...parts };
}

/** Writes a file into the folder of the pages. */
function write(file: string, content: string): void {
  mkdirSync(dirname(join(pages, file)), { recursive: true });
  writeFileSync(join(pages, file), content);
}

beforeAll(() => {
  const chunks = [
    buildChunk('index', { imports: ['assets/react-12345678.js'], styles: ['assets/index-12345678.css'] }),
    buildChunk('react', { modules: { 'react.js': 300, 'scheduler.js': 100 } }),
    buildChunk('home', {
      imports: ['assets/creatures-12345678.js', 'assets/index-12345678.js'],
      styles: ['assets/home-12345678.css', 'assets/drawing-12345678.css'],
      modules: { 'src/home.tsx': 50 },
    }),
    // Draws the animated ocean. `creatures` and the style `drawing` are idle: pages load them once the browser is idle.
    buildChunk('creatures'),
    buildChunk('login', { modules: { 'src/login.tsx': 50 } }),
  ];

  write(CHUNK_REPORT, JSON.stringify(chunks));
  const paths = chunks.flatMap(({ file, styles }) => [file, ...styles]);
  for (const path of paths) write(path, `${path} `.repeat(50));
  write('assets/early-12345678.js', 'early');
  write(
    'index.html',
    '<script src="/assets/early-12345678.js"></script><script type="module" src="/assets/index-12345678.js"></script>',
  );
});
afterAll(() => rmSync(pages, { recursive: true, force: true }));

describe('measureScreen', () => {
  it("counts the document's scripts, modules on demand, and their static imports, except idle ones", () => {
    const { scripts } = measureScreen(pages, SCREEN);
    expect(scripts.map(({ name }) => name).toSorted()).toEqual(['early', 'home', 'index', 'react']);
  });

  it('counts the styles of these scripts, except idle ones', () => {
    const { styles } = measureScreen(pages, SCREEN);
    expect(styles.map(({ file }) => file).toSorted()).toEqual([
      'assets/home-12345678.css',
      'assets/index-12345678.css',
    ]);
  });

  it("divides a script's compressed size among its modules", () => {
    const react = measureScreen(pages, SCREEN).scripts.find(({ name }) => name === 'react')!;
    expect(react.modules).toEqual({ 'react.js': react.bytes * 0.75, 'scheduler.js': react.bytes * 0.25 });
  });

  it('throws if no script contains a module on demand', () => {
    expect(() => measureScreen(pages, { ...SCREEN, onDemand: ['src/gone.tsx'] })).toThrow(
      /don't contain src\/gone.tsx/,
    );
  });
});
