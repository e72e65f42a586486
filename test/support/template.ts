/** Reads the resources of a synthesized template: their types, properties, policies, and references. */
import type { Template } from 'aws-cdk-lib/assertions';

/** Maximum resources of a stack. "CloudFormation quotas" (CloudFormation user guide). */
export const MAX_RESOURCES = 500;

/** A resource as CloudFormation templates write it. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: string | readonly string[];
  readonly Metadata?: Record<string, string>;
  readonly UpdatePolicy?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A resource with its logical ID. */
export interface IdentifiedResource extends Resource {
  readonly id: string;
}

/** A stack's template, as CloudFormation receives it. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

/** A statement of a policy. Policies of roles have no principal. */
export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Principal?: { readonly Service?: string };
  readonly Condition?: Condition;
}

/** The values that a statement requires, by operator and key. */
type Condition = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A metric of CloudWatch. */
export interface Metric {
  readonly MetricName?: string;
  readonly Namespace?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** A part of an alarm for several metrics: a metric or an expression. */
interface MetricQuery {
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: Metric };
}

/** A distribution of CloudFront. */
interface Distribution {
  readonly HttpVersion: string;
  readonly WebACLId?: unknown;
  readonly Origins: readonly { readonly Id: string; readonly OriginCustomHeaders?: readonly OriginHeader[] }[];
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors: readonly CacheBehavior[];
}

/** A header that CloudFront adds to requests for an origin. */
interface OriginHeader {
  readonly HeaderName: string;
  readonly HeaderValue: unknown;
}

/** A distribution's settings for the paths that match a pattern. The default behavior has no pattern. */
interface CacheBehavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly CachePolicyId: string;
  readonly Compress: boolean;
  readonly ViewerProtocolPolicy: string;
  readonly AllowedMethods?: readonly string[];
  readonly ResponseHeadersPolicyId: unknown;
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: unknown }[];
}

/** Returns a template as CloudFormation receives it. */
export function readTemplate(template: Template): StackTemplate {
  return template.toJSON() as StackTemplate;
}

/** Returns the resources of a type, with their logical IDs. */
export function findResources(template: Template, type: string): IdentifiedResource[] {
  const resources = Object.entries(template.findResources(type) as StackTemplate['Resources']);
  return resources.map(([id, resource]) => ({ id, ...resource }));
}

/**
 * Returns the first resource of a type.
 *
 * @param idPrefix - the start of the logical ID, if the template has several resources of the type
 * @throws Error if the template has no such resource
 */
export function findResource(template: Template, type: string, idPrefix = ''): IdentifiedResource {
  const resource = findResources(template, type).find(({ id }) => id.startsWith(idPrefix));
  if (!resource) throw new Error(`The template has no resource ${type} ${idPrefix}`);
  return resource;
}

/** Returns the settings of a site's distribution. */
export function findDistribution(site: Template): Distribution {
  const { Properties } = findResource(site, 'AWS::CloudFront::Distribution');
  return Properties.DistributionConfig as Distribution;
}

/**
 * Returns the IAM policies of a template: those inside roles, with the role's ID, and those that are resources.
 *
 * `readStatements` reads both.
 */
export function findPolicies(template: Template): IdentifiedResource[] {
  const rolePolicies = findResources(template, 'AWS::IAM::Role').flatMap((role) => {
    const policies = (role.Properties.Policies ?? []) as readonly Resource['Properties'][];
    return policies.map((Properties) => ({ ...role, Properties }));
  });

  return [...rolePolicies, ...findResources(template, 'AWS::IAM::Policy')];
}

/** Returns the statements of a policy: of a role, bucket, queue, or topic. */
export function readStatements({ Properties }: Resource): readonly Statement[] {
  return (Properties.PolicyDocument as { readonly Statement: readonly Statement[] }).Statement;
}

/** Returns the values that a statement's condition allows for a key. Empty if the condition doesn't limit the key. */
export function readAllowedValues(condition: Condition | undefined, operator: string, key: string): string[] {
  const values = (condition?.[operator]?.[key] ?? []) as string | readonly string[];
  return [values].flat();
}

/** Returns the environment variables of a function. */
export function readVariables({ Properties }: Resource): Readonly<Record<string, unknown>> {
  const environment = Properties.Environment as { readonly Variables?: Readonly<Record<string, unknown>> } | undefined;
  return environment?.Variables ?? {};
}

/** Returns the metrics that an alarm's expressions use. Empty if the alarm has one metric and no expression. */
export function readMetrics(alarm: Resource): Metric[] {
  return readMetricQueries(alarm).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
}

/** Returns the expressions of an alarm for several metrics. */
export function readExpressions(alarm: Resource): string[] {
  return readMetricQueries(alarm).flatMap(({ Expression }) => Expression ?? []);
}

function readMetricQueries({ Properties }: Resource): readonly MetricQuery[] {
  return (Properties.Metrics ?? []) as readonly MetricQuery[];
}

/** Returns the logical ID that a `Ref` or `Fn::GetAtt` names; undefined for other values. */
export function readReferencedId(value: unknown): string | undefined {
  const { Ref, 'Fn::GetAtt': attribute } = (value ?? {}) as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly string[];
  };
  return Ref ?? attribute?.[0];
}

/** Returns the separator and the parts of a `Fn::Join`. */
export function readJoin(value: unknown): { readonly separator: string; readonly parts: readonly unknown[] } {
  const join = value as { readonly 'Fn::Join': readonly [separator: string, parts: readonly unknown[]] };
  const [separator, parts] = join['Fn::Join'];
  return { separator, parts };
}
