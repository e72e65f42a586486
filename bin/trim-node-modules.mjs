import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * After an installation, deletes 100 MB that running and testing Fathom never read: the C++ headers of the `node`
 * package, and the source maps of libraries. Plain JavaScript, because an installation may run on an older Node.js.
 */
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const isHeaders = entry.isDirectory() && /[\\/]node[\\/]node_modules[\\/][^\\/]+[\\/]include$/.test(path);
  if (isHeaders || (entry.isFile() && entry.name.endsWith('.map'))) rmSync(path, { recursive: true, force: true });
}
