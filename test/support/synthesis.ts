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
  /** What cdk-nag's AwsSolutions rules have against the app, and nobody has acknowledged. */
  readonly findings: readonly Finding[];
}

/** Templates don't depend on what is in a bundle. */
const QUICKLY = { bundles: 'empty' };

/** What has been synthesised in this process, by context and region. */
const made = new Map<string, Synthesis>();

/** Synthesises a stage with the context that the command line would give it; the same stage once. */
export function synthesise(context: Record<string, unknown>): Synthesis {
  const key = JSON.stringify([context, process.env.CDK_DEFAULT_REGION]);
  const synthesis = made.get(key) ?? synthesiseAnew(context);
  made.set(key, synthesis);
  return synthesis;
}

function synthesiseAnew(context: Record<string, unknown>): Synthesis {
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  const outdir = mkdtempSync(join(tmpdir(), 'fathom-synthesis-'));
  const app = new App({ outdir, context: { ...cdk.context, ...QUICKLY, ...context } });
  const stacks = buildStacks(app);
  app.synth();
  const templates = Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)] as const);
  let findings: readonly Finding[] | undefined;
  return {
    ...(Object.fromEntries(templates) as Record<keyof typeof stacks, Template>),
    get findings() {
      findings ??= findingsOf(app);
      return findings;
    },
  };
}

function findingsOf(app: App): Finding[] {
  return (
    new AwsSolutionsChecks()
      .validateScope(app)
      .violations.flatMap(({ ruleName: rule, violatingResources }) =>
        violatingResources.map(({ constructPath: construct = '' }) => ({ rule, construct })),
      )
      // The keys below a prefix, and the sockets of an API, are not known beforehand. test/infra holds every other
      // wildcard back.
      .filter(
        ({ rule }) =>
          !/^AwsSolutions-IAM5\[Resource::.*\/((files|avatars|posts)|live\/POST\/@connections)\/\*\]$/.test(rule),
      )
  );
}

/** The resources of a type, by logical id. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}
