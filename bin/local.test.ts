/** Tests of how npm starts the local cloud. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

// npm passes SIGTERM to the shell that it starts, and a shell doesn't pass it on.
it.each(['start', 'dev'])('replaces the shell of `npm run %s`, so that SIGTERM stops the local cloud', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-node-'));
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho $$\n', { mode: 0o755 });

  const { pid: shellPid, stdout } = spawnSync('/bin/sh', ['-c', scripts[name]], { env: { PATH: folder } });

  expect(Number(stdout)).toBe(shellPid);
});
