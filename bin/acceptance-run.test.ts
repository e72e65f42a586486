import { describe, expect, it } from 'vitest';
import { planAcceptanceRun } from './acceptance-run.ts';

const existsOnly =
  (...present: string[]) =>
  (path: string) =>
    present.includes(path);

describe('planAcceptanceRun', () => {
  it.each([[[]], [['--target', 'local']], [['--target=local']]])('tests a local cloud for %j', (args) => {
    expect(planAcceptanceRun(args, existsOnly())).toEqual({ vitestArguments: ['run', '--project', 'acceptance*'] });
  });

  it('tests the deployed emulator, one file at a time', () => {
    expect(planAcceptanceRun(['--target', 'localstack'], existsOnly('.local/localstack.json'))).toEqual({
      file: '.local/localstack.json',
      vitestArguments: ['run', '--project', 'acceptance*', '--no-file-parallelism'],
    });
    expect(() => planAcceptanceRun(['--target', 'localstack'], existsOnly())).toThrow('npm run deploy:localstack');
  });

  it('tests the stage of an outputs file', () => {
    const run = planAcceptanceRun(['--target', '/somewhere/outputs.json'], existsOnly('/somewhere/outputs.json'));
    expect(run.file).toBe('/somewhere/outputs.json');
    expect(planAcceptanceRun(['--target=a=b.json'], existsOnly('a=b.json')).file).toBe('a=b.json');
  });

  it.each([[['--target', 'moon']], [['--target']], [['--target=']]])('rejects %j', (args) => {
    expect(() => planAcceptanceRun(args, existsOnly())).toThrow('--target takes local, localstack, or a file');
  });

  it('passes further arguments to vitest in order', () => {
    const args = ['posts', '--target', 'local', '-t', 'likes'];
    expect(planAcceptanceRun(args, existsOnly()).vitestArguments).toEqual([
      'run',
      '--project',
      'acceptance*',
      'posts',
      '-t',
      'likes',
    ]);
  });
});
