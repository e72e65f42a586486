/** Creates the demo community through the public API, and rewrites the snapshot that first starts restore. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseCommandLine } from '../infra/command-line.ts';
import { startLocalCloud } from '../infra/local/cloud.ts';
import { createConsoleTerminal } from '../infra/local/process/terminal.ts';
import { createSnapshot } from '../infra/local/seed/create-snapshot.ts';
import { SNAPSHOT_FILE } from '../infra/local/seed/snapshot.ts';
import { waitUntilQuiet } from '../infra/local/wait-until-quiet.ts';

const HELP = `Creates the demo community through the public API, and rewrites the snapshot that first starts restore.

  npm run demo-snapshot
`;

parseCommandLine(HELP);

const directory = mkdtempSync(join(tmpdir(), 'fathom-demo-'));
const terminal = createConsoleTerminal();

/** The seed reports an incomplete community only as a warning. */
let isComplete = true;
const warn = (line: string) => {
  if (line.startsWith('The demo community is not complete')) isComplete = false;
  terminal.warn(line);
};

const cloud = await startLocalCloud({
  port: 0,
  directory,
  web: false,
  seed: 'through-api',
  terminal: { ...terminal, warn },
});

try {
  if (!isComplete) throw new Error('The snapshot was not rewritten.');
  // Functions process media after the upload, and purge the member who has left.
  await waitUntilQuiet(cloud);

  const { storage, environment, stores } = cloud;
  const table = { name: storage.tableName, environment };
  const snapshot = await createSnapshot({ table, bucketName: storage.bucketName, ...stores });
  const content = gzipSync(JSON.stringify(snapshot), { level: 9 });
  writeFileSync(SNAPSHOT_FILE, content);

  const { items, objects, bodies } = snapshot;
  console.log(
    `Wrote ${items.length} items, ${objects.length} objects, and ${Object.keys(bodies).length} bodies: ${content.length} bytes.`,
  );
} finally {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
}
