import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildStacks } from '../../infra/app.ts';

/** A resource as CloudFormation templates write it. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly Metadata?: Record<string, string>;
}

interface Finding {
  readonly rule: string;
  readonly construct: string;
}

interface Synthesis {
  readonly storage: Template;
  readonly sockets: Template;
  readonly api: Template;
  readonly site: Template;
  readonly operations: Template;
  /** Violations of cdk-nag's AwsSolutions rules that the code doesn't acknowledge. */
  readonly findings: readonly Finding[];
}

/** Skips bundling, because templates don't depend on the bundles' content. */
const TEMPLATE_ONLY = { bundles: 'empty' };

/** Stages synthesised in this process, by context and region. */
const syntheses = new Map<string, Synthesis>();

/** Synthesises a stage with this context, once per process. */
export function synthesise(context: Record<string, unknown>): Synthesis {
  const key = JSON.stringify([context, process.env.CDK_DEFAULT_REGION]);
  const synthesis = syntheses.get(key) ?? synthesiseStage(context);
  syntheses.set(key, synthesis);
  return synthesis;
}

function synthesiseStage(context: Record<string, unknown>): Synthesis {
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  const outdir = mkdtempSync(join(tmpdir(), 'fathom-synthesis-'));
  const app = new App({ outdir, context: { ...cdk.context, ...TEMPLATE_ONLY, ...context } });
  const stacks = buildStacks(app);
  app.synth();
  const templates = Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)] as const);
  let findings: readonly Finding[] | undefined;
  return {
    ...(Object.fromEntries(templates) as Record<keyof typeof stacks, Template>),
    get findings() {
      findings ??= collectFindings(app);
      return findings;
    },
  };
}

function collectFindings(app: App): Finding[] {
  return (
    new AwsSolutionsChecks()
      .validateScope(app)
      .violations.flatMap(({ ruleName: rule, violatingResources }) =>
        violatingResources.map(({ constructPath: construct = '' }) => ({ rule, construct })),
      )
      // Object keys and connection ids are unknown at deployment, so these wildcards are needed. test/infra rejects all
      // others.
      .filter(
        ({ rule }) =>
          !/^AwsSolutions-IAM5\[Resource::.*\/((files|avatars|posts)|live\/POST\/@connections)\/\*\]$/.test(rule),
      )
  );
}

/** Returns the resources of a type, with their logical ids. */
export function findResources(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}
