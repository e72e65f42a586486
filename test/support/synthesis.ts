/** Synthesizes the stacks of a stage, for tests of their templates. template.ts reads the results. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildStacks } from '../../infra/app.ts';
import { loadStage } from '../../infra/stage.ts';
import { PREFIXES } from '../../lambdas/storage/storage-key.ts';

/** A violation of a cdk-nag rule. */
interface Finding {
  readonly rule: string;
  readonly construct: string;
}

/** The templates of a stage. */
interface Synthesis {
  readonly storage: Template;
  readonly sockets: Template;
  readonly api: Template;
  readonly site: Template;
  readonly operations: Template;
  /**
   * The templates of all stacks, by the stacks' names. New stacks are included, so use it for rules about every stack.
   */
  readonly stacks: readonly (readonly [name: string, template: Template])[];
  /** The nested stack of the api stack, if the setting `canaryDeployments` is on. */
  readonly canaryDeployments: Template | undefined;
  /** The stacks with termination protection. */
  readonly protectedStacks: readonly string[];
  /** Violations of cdk-nag's AwsSolutions rules that the code doesn't acknowledge. */
  readonly findings: readonly Finding[];
}

/** Skips bundling, because templates don't depend on the bundles' content. */
const TEMPLATE_ONLY = { bundles: 'empty' };

/** Settings that an operator must fill in before production can be synthesized. */
export const PRODUCTION = { mailSender: 'crew@fathom.example', alarmEmail: 'ops@fathom.example' };

/** Settings that replace those of the stage's file. Also the stage's name (`dev` by default) and the pages' folder. */
interface StageOverrides extends Readonly<Record<string, unknown>> {
  readonly stage?: string;
  readonly pages?: string;
}

/** Stages synthesized in this process, by overrides and region. */
const syntheses = new Map<string, Synthesis>();

/** Returns the templates of a stage, which it synthesizes once per process. */
export function synthesize(overrides: StageOverrides): Synthesis {
  const key = JSON.stringify([overrides, process.env.CDK_DEFAULT_REGION]);
  const synthesis = syntheses.get(key) ?? synthesizeStage(overrides);
  syntheses.set(key, synthesis);
  return synthesis;
}

/** Synthesizes a stage with its settings in the repository, except those in `overrides`. */
function synthesizeStage({ stage = 'dev', pages, ...overrides }: StageOverrides): Synthesis {
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  const outdir = mkdtempSync(join(tmpdir(), 'fathom-synthesis-'));
  const app = new App({ outdir, context: { ...cdk.context, ...TEMPLATE_ONLY } });
  const requiredSettings = stage === 'prod' ? PRODUCTION : {};
  const stacks = buildStacks(app, loadStage(stage, { ...requiredSettings, ...overrides }, pages));
  app.synth();

  const templates = Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)] as const);
  let findings: readonly Finding[] | undefined;

  return {
    ...(Object.fromEntries(templates) as Record<keyof typeof stacks, Template>),
    stacks: templates,
    canaryDeployments: stacks.api.canaryDeployments && Template.fromStack(stacks.api.canaryDeployments),
    protectedStacks: Object.entries(stacks).flatMap(([name, stack]) => (stack.terminationProtection ? [name] : [])),
    get findings() {
      findings ??= collectFindings(app);
      return findings;
    },
  };
}

/** Matches the finding about wildcards of object keys and connection IDs, which are unknown at deployment. */
const NEEDED_WILDCARDS = new RegExp(
  `^AwsSolutions-IAM5\\[Resource::.*/((${Object.values(PREFIXES).join('|')})|live/(POST|DELETE)/@connections|stream)/\\*\\]$`,
);

/** Runs cdk-nag's checks, and returns their findings except the needed wildcards. */
function collectFindings(app: App): Finding[] {
  const { violations } = new AwsSolutionsChecks().validateScope(app);
  const findings = violations.flatMap(({ ruleName: rule, violatingResources }) =>
    violatingResources.map(({ constructPath: construct = '' }) => ({ rule, construct })),
  );

  // test/infra/iam.test.ts rejects all other wildcards.
  return findings.filter(({ rule }) => !NEEDED_WILDCARDS.test(rule));
}
