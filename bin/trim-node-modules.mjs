/**
 * Runs after npm has changed `node_modules`, and deletes 120 MB that Fathom never reads: the C++ headers of the `node`
 * package, the source maps of libraries, and the native builds of sharp (lambdas/media/load-sharp.ts). Plain JavaScript,
 * because `npm ci` may run on an older Node.js.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const isHeaderFolder = entry.isDirectory() && /[\\/]node[\\/]node_modules[\\/][^\\/]+[\\/]include$/.test(path);
  const isNativeBuild = entry.isDirectory() && /[\\/]@img[\\/]sharp-(?!wasm32$)[^\\/]+$/.test(path);
  const isSourceMap = entry.isFile() && entry.name.endsWith('.map');
  if (isHeaderFolder || isNativeBuild || isSourceMap) rmSync(path, { recursive: true, force: true });
}
