import { join } from 'node:path';
import type { HomeDocument } from '../src/app/shell/home-document.tsx';
import { bundleSource } from './bundle-source.ts';

/** Modules that need a browser when they are imported. `browser-stubs.ts` replaces them during the build. */
const STUBBED_MODULES = /\/platform\/(auth\/auth-state|browser\/tab-title)\.ts$/;

/** Renders the home page with its React components, at build time. */
export async function renderHome(): Promise<HomeDocument> {
  const source = await bundleSource('app/shell/home-document.tsx', {
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    plugins: [
      {
        name: 'browser-stubs',
        setup: ({ onResolve }) =>
          onResolve({ filter: STUBBED_MODULES }, () => ({ path: join(import.meta.dirname, 'browser-stubs.ts') })),
      },
    ],
  });

  // A data URL imports the bundled code without writing a file.
  const module: typeof import('../src/app/shell/home-document.tsx') = await import(
    `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  );

  return module.renderHomeDocument();
}
