/** Builds the pages with Vite, and serves them during development. The plugins are in web/build. */
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyStylesPlugin } from './build/amplify-styles.ts';
import { createChunkNames } from './build/chunk-names.ts';
import { contractRoutesPlugin } from './build/contract-routes.ts';
import { homePagePlugin } from './build/home-page.ts';
import { unusedAmplifyPartsPlugin } from './build/unused-amplify-parts.ts';
import { unusedRouterPartsPlugin } from './build/unused-router-parts.ts';

/** Returns the path of the router's production build, which its package doesn't export. */
const resolveProductionRouter = (name: string) =>
  createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/development.*/, `production/${name}.mjs`);

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    contractRoutesPlugin(),
    amplifyStylesPlugin(),
    homePagePlugin(),
    unusedRouterPartsPlugin(),
    unusedAmplifyPartsPlugin(),
  ],
  resolve: {
    // Without the aliases, a build would contain the router's development build.
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: resolveProductionRouter('index') },
            { find: /^react-router\/dom$/, replacement: resolveProductionRouter('dom-export') },
          ]
        : [],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers without `modulepreload` load the same modules, only later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: createChunkNames(), includeDependenciesRecursively: false }] } },
    },
  },
}));
