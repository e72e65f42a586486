/** Tests of the arguments of `npm run test:acceptance`, which name the system that the acceptance tests run against. */
import { describe, expect, it } from 'vitest';
import { planAcceptanceRun } from './acceptance-run.ts';

/** Fakes `existsSync` for a disk with these files. */
const fakeExists =
  (...files: string[]) =>
  (path: string) =>
    files.includes(path);

describe('planAcceptanceRun', () => {
  it.each([[[]], [['--target', 'local']], [['--target=local']]])('tests a local cloud for %j', (args) => {
    expect(planAcceptanceRun(args, fakeExists())).toEqual({ vitestArguments: ['run', '--project', 'acceptance*'] });
  });

  it('tests the deployed emulator, one file at a time', () => {
    expect(planAcceptanceRun(['--target', 'localstack'], fakeExists('.build/localstack/target.json'))).toEqual({
      targetFile: '.build/localstack/target.json',
      vitestArguments: ['run', '--project', 'acceptance*', '--no-file-parallelism'],
    });
  });

  it('fails with instructions if no emulator is deployed', () => {
    expect(() => planAcceptanceRun(['--target', 'localstack'], fakeExists())).toThrow('npm run deploy:localstack');
  });

  it('tests the stage of an outputs file', () => {
    const run = planAcceptanceRun(['--target', '/somewhere/outputs.json'], fakeExists('/somewhere/outputs.json'));
    expect(run.targetFile).toBe('/somewhere/outputs.json');
  });

  it('accepts a file name with an equals sign', () => {
    expect(planAcceptanceRun(['--target=a=b.json'], fakeExists('a=b.json')).targetFile).toBe('a=b.json');
  });

  it.each([[['--target', 'moon']], [['--target']], [['--target=']]])('rejects the arguments %j', (args) => {
    expect(() => planAcceptanceRun(args, fakeExists())).toThrow('--target takes local, localstack, or a file');
  });

  it('passes further arguments to vitest in order', () => {
    const args = ['posts', '--target', 'local', '-t', 'likes'];
    const { vitestArguments } = planAcceptanceRun(args, fakeExists());

    expect(vitestArguments).toEqual(['run', '--project', 'acceptance*', 'posts', '-t', 'likes']);
  });
});
