/**
 * Runs after npm has changed `node_modules`, and deletes the `engines` of packages from package-lock.json.
 *
 * npm compares `engines` with the Node.js that runs npm, but the packages run on the Node.js of the `node` package. On
 * Node.js 20, `npm ci` would print warnings that don't apply. Before Node.js 20.19, it would even leave out Rolldown,
 * without which nothing can be built. test/infra/packages.test.ts compares `engines` with the right Node.js instead.
 *
 * The project's own `engines` stays: npm warns if its Node.js is too old for the installation. Plain JavaScript, because
 * `npm ci` may run on an older Node.js.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const text = readFileSync(path, 'utf8');
const lockFile = JSON.parse(text);
for (const [folder, entry] of Object.entries(lockFile.packages)) {
  if (folder !== '') delete entry.engines;
}

const trimmedText = `${JSON.stringify(lockFile, null, 2)}\n`;
if (trimmedText !== text) writeFileSync(path, trimmedText);
