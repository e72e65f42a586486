import { describe, expect, it } from 'vitest';
import { acceptanceRun } from './acceptance-run.ts';

const files =
  (...present: string[]) =>
  (path: string) =>
    present.includes(path);

describe('the target of an acceptance run', () => {
  it.each([[[]], [['--target', 'local']], [['--target=local']]])('is a local cloud for %j', (args) => {
    expect(acceptanceRun(args, files())).toEqual({ words: ['run', '--project', 'acceptance'] });
  });

  it('is the emulator that was deployed to, one file after the other', () => {
    expect(acceptanceRun(['--target', 'localstack'], files('.local/localstack.json'))).toEqual({
      file: '.local/localstack.json',
      words: ['run', '--project', 'acceptance', '--no-file-parallelism'],
    });
    expect(() => acceptanceRun(['--target', 'localstack'], files())).toThrow('npm run deploy:localstack');
  });

  it('is what a file of outputs names', () => {
    const run = acceptanceRun(['--target', '/somewhere/outputs.json'], files('/somewhere/outputs.json'));
    expect(run.file).toBe('/somewhere/outputs.json');
    expect(acceptanceRun(['--target=a=b.json'], files('a=b.json')).file).toBe('a=b.json');
  });

  it.each([[['--target', 'moon']], [['--target']], [['--target=']]])('is not %j', (args) => {
    expect(() => acceptanceRun(args, files())).toThrow('--target takes local, localstack or a file');
  });

  it('leaves everything else to vitest, in its order', () => {
    const args = ['posts', '--target', 'local', '-t', 'likes'];
    expect(acceptanceRun(args, files()).words).toEqual(['run', '--project', 'acceptance', 'posts', '-t', 'likes']);
  });
});
