/**
 * Tests of the command line of `npm run deploy`. Settings of a stage are in infra/stages, so the command accepts none.
 */
import { describe, expect, it } from 'vitest';
import { parseDeployOptions } from './deploy-options.ts';

describe('parseDeployOptions', () => {
  it('reads the stage from --stage, or from the context option of cdk', () => {
    expect(parseDeployOptions(['--stage', 'prod'])).toMatchObject({ stage: 'prod', stacks: [], diff: false });
    expect(parseDeployOptions(['-c', 'stage=prod'])?.stage).toBe('prod');
    expect(parseDeployOptions(['--context', 'stage=preview-a'])?.stage).toBe('preview-a');
  });

  it('accepts stacks, an outputs file, and allowed changes', () => {
    const commandLine = '--stage=dev fathom-dev-site --exclusively --outputs-file o.json --allow domainName';

    expect(parseDeployOptions(commandLine.split(' '))).toEqual({
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
  ])('rejects the command line %j', (args, message) => {
    expect(() => parseDeployOptions(args)).toThrow(message);
  });

  it('returns undefined if the help text is requested', () => {
    expect(parseDeployOptions(['--help'])).toBeUndefined();
  });
});
