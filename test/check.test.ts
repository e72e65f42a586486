import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<'check' | 'test' | 'test:slow' | 'test:browsers', string>>;
};

/** Runs a command in the repository, and returns its output if it fails. */
function runCommand(command: string): Promise<string | undefined> {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    exec(command, { cwd: ROOT, env: { ...process.env, PATH } }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` || error.message : undefined),
    );
  });
}

describe('npm run check', () => {
  it.each(scripts.check.split(' && '))('passes %s', async (command) => {
    expect(await runCommand(command)).toBeUndefined();
  });
});

describe('npm test, npm run test:slow, and npm run test:browsers', () => {
  it('together run each project once', () => {
    const run = `${scripts.test} ${scripts['test:slow']} ${scripts['test:browsers']}`.match(/(?<=--project )\S+/g);
    const projects = config.test?.projects?.map((project) => (project as { test: { name: string } }).test.name);
    expect(run?.toSorted()).toEqual(projects?.toSorted());
  });
});
