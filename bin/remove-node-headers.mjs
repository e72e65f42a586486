import { readdirSync, rmSync } from 'node:fs';

/**
 * Removes the C++ headers from the `node` package after an installation: 67 MB in 2,800 files, which only native add-ons
 * need. Plain JavaScript, because an installation may run on an older Node.js.
 */
const platformPackages = new URL('../node_modules/node/node_modules/', import.meta.url);
try {
  for (const name of readdirSync(platformPackages)) {
    rmSync(new URL(`${name}/include`, platformPackages), { recursive: true, force: true });
  }
} catch (error) {
  // `npm ci --omit=dev` doesn't install the package.
  if (error.code !== 'ENOENT') throw error;
}
