/** Tests of what the commands of package.json have in common. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

/** The commands that are our programs, by name. `bin/test-acceptance.ts` passes its options to vitest. */
const commands = Object.entries<string>(scripts).flatMap(([name, script]) => {
  const [, args] = /^(?:exec )?node ((?:bin|test)\/\S+\.ts.*)$/.exec(script) ?? [];
  return args === undefined || args.startsWith('bin/test-acceptance.ts') ? [] : [{ name, args: args.split(' ') }];
});

/** Runs a command with one more option. */
function run(args: readonly string[], option: string) {
  return spawnSync(process.execPath, [...args, option], { cwd: PROJECT, encoding: 'utf8', timeout: 60_000 });
}

describe.each(commands)('npm run $name', ({ args }) => {
  it('prints how to use it with --help', () => {
    const { status, stdout, stderr } = run(args, '--help');

    expect(stderr).toBe('');
    expect(stdout).toMatch(/^ {2}npm (run|start)/m);
    expect(status).toBe(0);
  });

  it('rejects an unknown option with one line', () => {
    const { status, stdout, stderr } = run(args, '--unknown');

    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Unknown option '--unknown'.*\n$/);
    expect(status).toBeGreaterThan(0);
  });
});
