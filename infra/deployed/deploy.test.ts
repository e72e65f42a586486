/** Tests of `npm run deploy`: it checks the new templates, protects data with a stack policy, and calls the CDK. */
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import { loadStage } from '../stage.ts';
import type { Template } from './dangerous-changes.ts';
import { type DeployDependencies, DeploymentRefusedError, deployStage } from './deploy.ts';
import { parseDeployOptions } from './deploy-options.ts';

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: {
    readonly StackName: string;
    readonly StackPolicyBody?: string;
    readonly EnableTerminationProtection?: boolean;
  };
}

const ADDRESSES = { mailSender: 'crew@fathom.example', alarmEmail: 'ops@fathom.example' };
const STORAGE = 'fathom-prod-storage';

/** Builds the template of a storage stack with this setting. */
function buildStorage(depthIndexShards: number): Template {
  const settings = { kind: 'production', depthIndexShards, emailVerification: 'required' };
  return { Outputs: { ProtectedSettings: { Value: JSON.stringify(settings) } } };
}

/**
 * Deploys with a fake CloudFormation, whose stacks all have the same status, and a fake CDK, which synthesizes and
 * deploys the template `next`. Returns the calls in order, and the error.
 */
async function deploy(
  args: readonly string[],
  stacks: Readonly<Record<string, Template>>,
  {
    next = buildStorage(8),
    deployFails = false,
    status = 'UPDATE_COMPLETE',
    ...dependencies
  }: Partial<DeployDependencies> & { next?: Template; deployFails?: boolean; status?: string } = {},
) {
  const calls: string[] = [];
  const deployed: Record<string, Template> = { ...stacks };

  const send = async (command: Command) => {
    const { input } = command;
    if (command.constructor.name === 'SetStackPolicyCommand') {
      calls.push(`policy ${input.StackName} ${input.StackPolicyBody?.includes('"Deny"') ? 'protects' : 'allows'}`);
      return {};
    }
    const template = deployed[input.StackName];
    if (template === undefined) throw new Error(`Stack with id ${input.StackName} does not exist`);
    if (command.constructor.name === 'DescribeStacksCommand') return { Stacks: [{ StackStatus: status }] };
    if (command.constructor.name === 'UpdateTerminationProtectionCommand') {
      calls.push(`termination ${input.StackName} ${input.EnableTerminationProtection ? 'protected' : 'allowed'}`);
      return {};
    }
    return { TemplateBody: JSON.stringify(template) };
  };

  const result = deployStage(parseDeployOptions(['--stage', 'prod', ...args])!, {
    stage: loadStage('prod', ADDRESSES),
    cloudFormation: { send } as unknown as CloudFormationClient,
    isInteractive: false,
    cdk: (...command) => {
      calls.push(`cdk ${command.join(' ')}`);
      if (command[0] === 'deploy' && deployFails) throw new Error('cdk failed');
      if (command[0] === 'deploy') deployed[STORAGE] = next;
    },
    readSynthesized: (name) => (name === STORAGE ? next : undefined),
    log: (line) => calls.push(`log ${line}`),
    ...dependencies,
  });

  return { calls, error: await result.catch((error: Error) => error) };
}

/** The calls of the CDK that each deployment makes, up to the approval that it requires. */
const SYNTH = 'cdk synth --quiet --output cdk.out --context stage=prod --context pages=web/dist --context checked=true';
const DEPLOY = 'cdk deploy --app cdk.out --all --require-approval';

describe('deployStage', () => {
  it('deploys the templates that it has checked, without a question if there is no terminal', async () => {
    expect((await deploy([], {})).calls).toEqual([SYNTH, `${DEPLOY} never`, `policy ${STORAGE} protects`]);
  });

  it('asks someone at a terminal about every change of production, unless --yes is set', async () => {
    const { calls } = await deploy([], {}, { isInteractive: true });
    expect(calls).toContain(`${DEPLOY} any-change`);

    const development = await deploy([], {}, { isInteractive: true, stage: loadStage('dev') });
    expect(development.calls.at(-1)).toBe(`${DEPLOY} broadening`);

    expect((await deploy(['--yes'], {}, { isInteractive: true })).calls).toContain(`${DEPLOY} never`);
  });

  it('refuses a dangerous change before it calls the CDK, and names the flag', async () => {
    const { calls, error } = await deploy([], { [STORAGE]: buildStorage(8) }, { next: buildStorage(4) });
    expect(error).toBeInstanceOf(DeploymentRefusedError);
    expect((error as Error).message).toMatch(/drop from 8 to 4.*--allow depthIndexShards/);
    expect(calls).toEqual([SYNTH]);
  });

  it('deploys a dangerous change that is allowed by its name, and no other', async () => {
    const stacks = { [STORAGE]: buildStorage(8) };
    const { calls } = await deploy(['--allow', 'depthIndexShards'], stacks, { next: buildStorage(4) });
    expect(calls).toContain(`${DEPLOY} never`);

    const { error } = await deploy(['--allow', 'resources'], stacks, { next: buildStorage(4) });
    expect(error).toBeInstanceOf(DeploymentRefusedError);
  });

  it('lets CloudFormation replace data only during a deployment with --allow resources', async () => {
    const stacks = { [STORAGE]: buildStorage(8) };
    const findPolicyCalls = (calls: string[]) => calls.filter((call) => /^policy|deploy/.test(call));
    const protection = `policy ${STORAGE} protects`;
    const permission = `policy ${STORAGE} allows`;

    const { calls } = await deploy([], stacks);
    expect(findPolicyCalls(calls)).toEqual([protection, `${DEPLOY} never`, protection]);

    const allowedDeployment = await deploy(['--allow', 'resources'], stacks);
    expect(findPolicyCalls(allowedDeployment.calls)).toEqual([permission, `${DEPLOY} never`, protection]);

    const failedDeployment = await deploy(['--allow', 'resources'], stacks, { deployFails: true });
    expect(failedDeployment.error).toMatchObject({ message: 'cdk failed' });
    expect(findPolicyCalls(failedDeployment.calls)).toEqual([permission, `${DEPLOY} never`, protection]);
  });

  it('lets the CDK replace a stack whose creation failed, in spite of its termination protection', async () => {
    const stacks = { [STORAGE]: buildStorage(8) };
    const { calls } = await deploy([], stacks, { next: buildStorage(4), status: 'ROLLBACK_COMPLETE' });
    expect(calls).toEqual([SYNTH, `termination ${STORAGE} allowed`, `${DEPLOY} never`]);

    const { calls: laterCalls } = await deploy([], stacks);
    expect(laterCalls.filter((call) => call.startsWith('termination'))).toEqual([]);
  });

  it("changes no termination protection outside production, because the pipeline's role may not", async () => {
    const { calls } = await deploy(
      [],
      { 'fathom-dev-storage': buildStorage(8) },
      {
        stage: loadStage('dev'),
        status: 'ROLLBACK_COMPLETE',
      },
    );

    expect(calls).toEqual([expect.stringContaining('stage=dev'), `${DEPLOY} never`]);
  });

  it('refuses several changes of indexes, and names no flag', async () => {
    const buildTable = (...names: string[]): Template => ({
      ...buildStorage(8),
      Resources: {
        Table: {
          Type: 'AWS::DynamoDB::Table',
          Properties: { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
        },
      },
    });
    const { error } = await deploy([], { [STORAGE]: buildTable() }, { next: buildTable('ByTypeText', 'ByTypeNumber') });

    expect((error as Error).message).toMatch(/2 indexes/);
    expect((error as Error).message).not.toContain('--allow');
  });

  it('refuses to remove an export that a deployed stack uses, and names no flag', async () => {
    const Export = { Name: 'Queue' };
    const stacks: Record<string, Template> = {
      [STORAGE]: { Outputs: { Queue: { Value: 'q', Export } } },
      'fathom-prod-operations': { Outputs: { Name: { Value: { 'Fn::ImportValue': 'Queue' } } } },
    };
    const readSynthesized = (name: string) => (name in stacks ? {} : undefined);

    const { calls, error } = await deploy([], stacks, { readSynthesized });
    expect((error as Error).message).toMatch(/storage would lose an export.*--exclusively: fathom-prod-operations\./);
    expect((error as Error).message).not.toContain('--allow');
    expect(calls).toEqual([SYNTH]);

    const args = ['fathom-prod-operations', '--exclusively'];
    expect((await deploy(args, stacks, { readSynthesized })).calls).toContain(
      'cdk deploy --app cdk.out fathom-prod-operations --require-approval never --exclusively',
    );
  });

  it.each([
    ['fathom-prod-site', '--exclusively'],
    ['fathom-prod-s*', '--exclusively'],
  ])(
    'refuses another origin secret in the site while the deployed functions check the old one: %s',
    async (...args) => {
      const buildReference = (version: string) => `{{resolve:secretsmanager:arn:SecretString:::${version}}}`;
      const buildSite = (version: string): Template => {
        const header = { HeaderName: 'x-fathom-origin', HeaderValue: buildReference(version) };
        const DistributionConfig = { Origins: [{ OriginCustomHeaders: [header] }] };
        return { Resources: { Site: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig } } } };
      };
      const buildApi = (originSecret: string): Template => ({
        Resources: { Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { StageVariables: { originSecret } } } },
      });
      const deployed = { 'fathom-prod-api': buildApi(buildReference('')), 'fathom-prod-site': buildSite('') };
      const next: Record<string, Template> = {
        'fathom-prod-api': buildApi('off'),
        'fathom-prod-site': buildSite('f3b1'),
      };

      const { calls, error } = await deploy(args, deployed, { readSynthesized: (name) => next[name] });
      expect((error as Error).message).toMatch(/from none to f3b1 in the site only.*--allow originSecretVersion/);
      expect(calls).toEqual([SYNTH]);

      const completeDeployment = await deploy([], deployed, { readSynthesized: (name) => next[name] });
      expect(completeDeployment.calls).toContain(`${DEPLOY} never`);
    },
  );

  it('prints the changes with --diff, and deploys nothing', async () => {
    const { calls } = await deploy(['--diff'], { [STORAGE]: buildStorage(8) }, { next: buildStorage(4) });
    expect(calls).toEqual([SYNTH, 'cdk diff --app cdk.out', expect.stringMatching(/^log Refused.*8 to 4/)]);
  });

  it('passes stacks and the outputs file to the CDK', async () => {
    const { calls } = await deploy(['fathom-prod-site', '--exclusively', '--outputs-file', 'o.json'], {});
    expect(calls[1]).toBe(
      'cdk deploy --app cdk.out fathom-prod-site --require-approval never --exclusively --outputs-file o.json',
    );
  });

  it('refuses the local stage', async () => {
    const { calls, error } = await deploy([], {}, { stage: loadStage('local') });
    expect(error).toMatchObject({ message: expect.stringContaining('npm start') });
    expect(calls).toEqual([]);
  });
});
