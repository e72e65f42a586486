import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyStylesPlugin } from './build/amplify-styles.ts';
import { contractRoutesPlugin } from './build/contract-routes.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractRoutesPlugin(), amplifyStylesPlugin()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
});
