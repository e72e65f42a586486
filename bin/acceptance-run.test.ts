/** Tests of the arguments of `npm run test:acceptance`, which name the system that the acceptance tests run against. */
import { describe, expect, it } from 'vitest';
import { planAcceptanceRun } from './acceptance-run.ts';

/** Returns a fake of `existsSync` for a disk with these files. */
const existsOnly =
  (...files: string[]) =>
  (path: string) =>
    files.includes(path);

describe('planAcceptanceRun', () => {
  it.each([[[]], [['--target', 'local']], [['--target=local']]])('tests a local cloud for %j', (args) => {
    expect(planAcceptanceRun(args, existsOnly())).toEqual({ vitestArguments: ['run', '--project', 'acceptance*'] });
  });

  it('tests the deployed emulator, one file at a time', () => {
    expect(planAcceptanceRun(['--target', 'localstack'], existsOnly('.local/localstack.json'))).toEqual({
      file: '.local/localstack.json',
      vitestArguments: ['run', '--project', 'acceptance*', '--no-file-parallelism'],
    });
  });

  it('fails with instructions if no emulator is deployed', () => {
    expect(() => planAcceptanceRun(['--target', 'localstack'], existsOnly())).toThrow('npm run deploy:localstack');
  });

  it('tests the stage of an outputs file', () => {
    const run = planAcceptanceRun(['--target', '/somewhere/outputs.json'], existsOnly('/somewhere/outputs.json'));
    expect(run.file).toBe('/somewhere/outputs.json');
  });

  it('accepts a file name with an equals sign', () => {
    expect(planAcceptanceRun(['--target=a=b.json'], existsOnly('a=b.json')).file).toBe('a=b.json');
  });

  it.each([[['--target', 'moon']], [['--target']], [['--target=']]])('rejects the arguments %j', (args) => {
    expect(() => planAcceptanceRun(args, existsOnly())).toThrow('--target takes local, localstack, or a file');
  });

  it('passes further arguments to vitest in order', () => {
    const args = ['posts', '--target', 'local', '-t', 'likes'];
    const { vitestArguments } = planAcceptanceRun(args, existsOnly());

    expect(vitestArguments).toEqual(['run', '--project', 'acceptance*', 'posts', '-t', 'likes']);
  });
});
