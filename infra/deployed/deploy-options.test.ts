import { expect, it } from 'vitest';
import { parseDeployOptions } from './deploy-options.ts';

it('reads the stage from an option, or from the context of cdk', () => {
  expect(parseDeployOptions(['--stage', 'prod'])).toMatchObject({ stage: 'prod', stacks: [], diff: false });
  expect(parseDeployOptions(['-c', 'stage=prod'])?.stage).toBe('prod');
  expect(parseDeployOptions(['--context', 'stage=preview-a'])?.stage).toBe('preview-a');
});

it('accepts stacks, an outputs file, and allowed changes', () => {
  const args = ['--stage=dev', 'fathom-dev-site', '--exclusively', '--outputs-file', 'o.json', '--allow', 'domainName'];
  expect(parseDeployOptions(args)).toEqual({
    stage: 'dev',
    stacks: ['fathom-dev-site'],
    exclusively: true,
    outputsFile: 'o.json',
    diff: false,
    yes: false,
    allowed: new Set(['domainName']),
  });
});

it.each([
  [[], /Name the stage/],
  [['-c', 'stage=prod', '-c', 'depthIndexShards=8'], /Set depthIndexShards=8 in infra\/stages/],
  [['--stage', 'prod', '--allow', 'everything'], /--allow takes kind, depthIndexShards/],
  [['--stage', 'prod', '--depthIndexShards', '8'], /Unknown option '--depthIndexShards'/],
])('rejects %j', (args, message) => {
  expect(() => parseDeployOptions(args)).toThrow(message);
});

it('returns nothing if the help text is requested', () => {
  expect(parseDeployOptions(['--help'])).toBeUndefined();
});
