/** Tests of the options with which commands choose their data: `--stage` a stage on AWS, `--local` a local cloud. */
import { CloudFormationClient, DescribeStacksCommand, type StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import { expandLocalOption, findStage, readDeployedStage, STAGE_OUTPUTS } from './find-stage.ts';

const buildQueue = (PhysicalResourceId: string) => ({ ResourceType: 'AWS::SQS::Queue', PhysicalResourceId });

/**
 * Creates a fake CloudFormation with the stacks `storage` and `sockets` of the stage `prod`. Lists of resources have
 * pages: `storage` has two.
 */
function createFakeClient(outputs: readonly string[]): CloudFormationClient {
  const pages: Record<string, object[][]> = {
    'fathom-prod-storage': [
      [buildQueue('https://sqs/one'), { ResourceType: 'AWS::S3::Bucket' }],
      [buildQueue('https://sqs/two')],
    ],
    'fathom-prod-sockets': [[buildQueue('https://sqs/three')]],
  };
  const client = new CloudFormationClient({ region: 'us-east-1' });

  const send = async (command: { input: { StackName: string; NextToken?: string } }) => {
    const { StackName, NextToken = '0' } = command.input;
    const stackPages = pages[StackName];
    if (!stackPages) throw new Error(`Stack with id ${StackName} does not exist`);

    if (command instanceof DescribeStacksCommand) {
      return { Stacks: [{ Outputs: outputs.map((OutputKey) => ({ OutputKey, OutputValue: `the ${OutputKey}` })) }] };
    }

    const nextPage = Number(NextToken) + 1;
    const StackResourceSummaries = stackPages[Number(NextToken)] as StackResourceSummary[];
    return { StackResourceSummaries, ...(nextPage < stackPages.length && { NextToken: String(nextPage) }) };
  };

  return Object.assign(client, { send });
}

describe('readDeployedStage', () => {
  it('returns the outputs of the storage stack, and the queues of all stacks that exist', async () => {
    expect(await readDeployedStage('prod', createFakeClient(STAGE_OUTPUTS))).toEqual({
      tableName: 'the TableName',
      bucketName: 'the BucketName',
      userPoolId: 'the UserPoolId',
      queueUrls: ['https://sqs/one', 'https://sqs/two', 'https://sqs/three'],
    });
  });

  it('rejects an unknown stage', async () => {
    await expect(readDeployedStage('dev', createFakeClient(STAGE_OUTPUTS))).rejects.toThrow('fathom-dev-storage');
  });

  it('rejects a storage stack that lacks an output', async () => {
    await expect(readDeployedStage('prod', createFakeClient(['TableName']))).rejects.toThrow('no output BucketName');
  });
});

describe('findStage', () => {
  it.each([{}, { stage: 'prod', local: '.local' }])('rejects zero or two targets: %j', async (options) => {
    await expect(findStage(options)).rejects.toThrow('Name one of');
  });

  it('rejects the directory of a local cloud that does not run', async () => {
    await expect(findStage({ local: '/nowhere' })).rejects.toThrow('Start the local cloud first');
  });
});

describe('expandLocalOption', () => {
  /** The actions of a command. An argument after `--local` that isn't one of them is a directory. */
  const ACTIONS = ['list'];

  it.each([
    [['--local'], ['--local', '.local']],
    [
      ['--local', '--all'],
      ['--local', '.local', '--all'],
    ],
    [
      ['--local', 'list'],
      ['--local', '.local', 'list'],
    ],
    [
      ['--local', 'folder', 'list'],
      ['--local', 'folder', 'list'],
    ],
    [
      ['--stage', 'prod', 'list'],
      ['--stage', 'prod', 'list'],
    ],
  ])('adds the default directory unless --local has one: %j becomes %j', (args, expandedArgs) => {
    expect(expandLocalOption(args, ACTIONS)).toEqual(expandedArgs);
  });
});
