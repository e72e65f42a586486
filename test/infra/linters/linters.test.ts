/**
 * Runs three linters on the templates of all stages and on the workflows: cfn-lint, checkov, and zizmor. Each finding
 * must be accepted in accepted-findings.ts with a reason, and each accepted finding must still exist.
 */
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_SETTINGS, EMULATOR_SETTINGS } from '../../support/all-settings.ts';
import { installLinters, type LinterFinding, lintTemplates, lintWorkflows } from '../../support/linters.ts';
import { synthesize } from '../../support/synthesis.ts';
import { compareFindings, TEMPLATE_FINDINGS, WORKFLOW_FINDINGS } from './accepted-findings.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** All settings without `certificateArn`, so that the stage creates a certificate. */
const { certificateArn: _, ...OWN_CERTIFICATE } = ALL_SETTINGS;

/** Every stage, once with its own settings and once with all settings. */
const STAGES = {
  prod: { stage: 'prod' },
  'prod-all-settings': { stage: 'prod', ...ALL_SETTINGS },
  'prod-own-certificate': { stage: 'prod', ...OWN_CERTIFICATE },
  dev: { stage: 'dev' },
  'dev-all-settings': { stage: 'dev', ...ALL_SETTINGS, ...EMULATOR_SETTINGS },
  preview: { stage: 'preview-x' },
  local: { stage: 'local' },
  'local-all-settings': { stage: 'local', ...ALL_SETTINGS, ...EMULATOR_SETTINGS, canaryDeployments: false },
};
const STACKS = ['storage', 'sockets', 'api', 'site', 'operations'] as const;

/** A template and a workflow with a defect for each linter. The findings show that the linters read the folders. */
const DEFECTIVE_TEMPLATE = {
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 'many' } },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { AccessControl: 'PublicRead' } },
  },
};
const DEFECTIVE_WORKFLOW = `
on: issues
permissions: {}
jobs:
  greet:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "\${{ github.event.issue.title }}"
`;

const programFolder = installLinters();
if (programFolder === undefined) {
  console.log('Python or its package registry is unavailable. Skipping cfn-lint, checkov, and zizmor.');
}

describe.skipIf(programFolder === undefined)('cfn-lint and checkov', () => {
  let findings: readonly LinterFinding[];
  const isDefective = ({ file }: LinterFinding) => file.startsWith('defective/');
  const compare = () =>
    compareFindings(
      findings.filter((finding) => !isDefective(finding)),
      TEMPLATE_FINDINGS,
    );

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-templates-'));
    const addTemplate = (stage: string, stack: string, template: unknown) => {
      mkdirSync(join(folder, stage), { recursive: true });
      writeFileSync(join(folder, stage, `${stack}.json`), JSON.stringify(template));
    };

    for (const [name, settings] of Object.entries(STAGES)) {
      const templates = synthesize(settings);
      for (const stack of STACKS) addTemplate(name, stack, templates[stack].toJSON());
      if (templates.canaryDeployments) addTemplate(name, 'canary-deployments', templates.canaryDeployments.toJSON());
    }

    mkdirSync(join(folder, 'pipeline'));
    copyFileSync(join(ROOT, 'infra/pipeline/deploy-role.json'), join(folder, 'pipeline/deploy-role.json'));
    addTemplate('defective', 'storage', DEFECTIVE_TEMPLATE);

    findings = await lintTemplates(programFolder!, folder);
  });

  it('linters report only findings that accepted-findings.ts explains', () => {
    expect(compare().unexplained).toEqual([]);
  });

  it('linters report every finding that accepted-findings.ts explains', () => {
    expect(compare().unused).toEqual([]);
  });

  it('linters report the defects of a template', () => {
    const defects = findings.filter(isDefective).map(({ linter, rule, resource }) => `${linter} ${rule} ${resource}`);
    expect(defects).toContain('cfn-lint E3012 AWS::SQS::Queue Queue');
    expect(defects).toContain('checkov CKV_AWS_20 AWS::S3::Bucket Bucket');
  });
});

describe.skipIf(programFolder === undefined)('zizmor', () => {
  it('zizmor reports exactly the findings in workflows that accepted-findings.ts explains', async () => {
    const findings = await lintWorkflows(programFolder!, join(ROOT, '.github'));
    expect(compareFindings(findings, WORKFLOW_FINDINGS)).toEqual({ unexplained: [], unused: [] });
  });

  it('reports an injection into a script', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-workflows-'));
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    writeFileSync(join(folder, '.github/workflows/greet.yml'), DEFECTIVE_WORKFLOW);

    const findings = await lintWorkflows(programFolder!, join(folder, '.github'));
    expect(findings.map(({ rule }) => rule)).toContain('template-injection');
  });
});
