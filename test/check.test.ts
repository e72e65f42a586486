import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<'check' | 'test', string>>;
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

describe('npm test', () => {
  it('runs only projects that exist', () => {
    const testedProjects = scripts.test.match(/(?<=--project )\S+/g) ?? [];
    const definedProjects = config.test?.projects?.map((project) => (project as { test: { name: string } }).test.name);
    expect(definedProjects).toEqual(expect.arrayContaining(testedProjects));
  });
});
