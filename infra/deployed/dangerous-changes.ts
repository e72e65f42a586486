import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { PROTECTED_SETTINGS_OUTPUT, type ProtectedSettings } from '../protected-settings.ts';

/** An index in the properties of a table. */
interface IndexDefinition {
  readonly IndexName: string;
  readonly KeySchema?: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  readonly Projection?: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] };
}

/** The properties of a table. */
interface TableProperties {
  readonly AttributeDefinitions?: readonly { readonly AttributeName: string; readonly AttributeType: string }[];
  readonly GlobalSecondaryIndexes?: readonly IndexDefinition[];
}

/** The properties of a stage of API Gateway. */
interface ApiStageProperties {
  readonly StageVariables?: Readonly<Record<string, unknown>>;
}

/** The properties of a distribution of CloudFront. */
interface DistributionProperties {
  readonly DistributionConfig?: {
    readonly Origins?: readonly {
      readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: unknown }[];
    }[];
  };
}

/** An output of a template. */
interface Output {
  readonly Value: unknown;
  /** The name by which other stacks import the value. */
  readonly Export?: { readonly Name: unknown };
}

/** A template of CloudFormation. */
export interface Template {
  readonly Resources?: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: TableProperties & ApiStageProperties & DistributionProperties;
      }
    >
  >;
  readonly Outputs?: Readonly<Record<string, Output>>;
}

/** Templates by stack name. */
export type Templates = Readonly<Record<string, Template>>;

/** The changes that `npm run deploy` refuses without `--allow <name>`. */
export const ALLOWABLE_CHANGES = [
  'kind',
  'depthIndexShards',
  'domainName',
  'emailVerification',
  'originSecretVersion',
  'resources',
] as const;

/** The name of a change that `npm run deploy` refuses without `--allow <name>`. */
export type AllowableChange = (typeof ALLOWABLE_CHANGES)[number];

export interface DangerousChange {
  /** `indexes` and `exports` can't be allowed, because CloudFormation would fail halfway. */
  readonly name: AllowableChange | 'indexes' | 'exports';
  /** Describes the change and its damage. */
  readonly message: string;
}

/** Types of resources whose contents can't be created again: rows, members, objects, and keys. */
export const DATA_TYPES: readonly string[] = [
  'AWS::DynamoDB::Table',
  'AWS::Cognito::UserPool',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
];

/** Descriptions of the changes that lose a resource's contents or leave them behind. */
const LOSSES: Readonly<Partial<Record<ResourceImpact, string>>> = {
  [ResourceImpact.WILL_REPLACE]: 'replaced by an empty one',
  [ResourceImpact.MAY_REPLACE]: 'possibly replaced by an empty one',
  [ResourceImpact.WILL_DESTROY]: 'deleted',
  [ResourceImpact.WILL_ORPHAN]: 'no longer used by the stage',
};

/**
 * Returns the dangerous changes of a deployment. A stack that isn't deployed yet has none.
 *
 * @param after - the templates after the deployment. They differ from `next` if it updates only some of the stacks
 */
export function findDangerousChanges(deployed: Templates, next: Templates, after: Templates = next): DangerousChange[] {
  const deployedSettings = readSettings(deployed);
  const nextSettings = readSettings(next);
  const settingChanges = deployedSettings && nextSettings ? compareSettings(deployedSettings, nextSettings) : [];

  const resourceChanges = Object.entries(deployed).flatMap(([stack, template]) =>
    findLostResources(template, next[stack] ?? {}),
  );
  const recordChanges = Object.entries(deployed).flatMap(([stack, template]) =>
    findLostRecords(template, next[stack] ?? {}),
  );

  return [
    ...settingChanges,
    ...findOriginSecretChanges(deployed, after),
    ...resourceChanges,
    ...recordChanges,
    ...findIndexChanges(deployed, next),
  ];
}

function compareSettings(before: ProtectedSettings, after: ProtectedSettings): DangerousChange[] {
  const changes: (DangerousChange | false)[] = [
    before.kind !== after.kind && {
      name: 'kind',
      message:
        `The stage's kind would change from ${before.kind} to ${after.kind}, and with it what happens to its ` +
        'data.',
    },
    after.depthIndexShards < before.depthIndexShards && {
      name: 'depthIndexShards',
      message:
        `depthIndexShards would drop from ${before.depthIndexShards} to ${after.depthIndexShards}. Lists would no ` +
        'longer show the members, files, and posts in the other shards.',
    },
    before.domainName !== undefined &&
      after.domainName !== before.domainName && {
        name: 'domainName',
        message: `The site would stop serving ${before.domainName}. Its links and webhooks would fail.`,
      },
    before.emailVerification === 'required' &&
      after.emailVerification !== 'required' && {
        name: 'emailVerification',
        message: "New members could register with another person's email address.",
      },
  ];

  return changes.filter((change) => change !== false);
}

/**
 * Finds a version of the origin secret that functions would expect, but CloudFront wouldn't send.
 *
 * CloudFormation updates the site after the API. This function compares templates instead of settings, because a
 * deployment that failed halfway has changed only the API.
 */
function findOriginSecretChanges(deployed: Templates, after: Templates): DangerousChange[] {
  const deployedVersions = { sent: findSentVersion(deployed), expected: findExpectedVersion(deployed) };
  const { sent, expected } = { sent: findSentVersion(after), expected: findExpectedVersion(after) };
  if (deployedVersions.sent === undefined || expected === undefined) return [];

  // If the versions already differ, functions reject requests now, and the deployment can end that.
  const differsBefore = deployedVersions.sent !== expected && deployedVersions.expected !== expected;
  const differsAfter = sent !== expected && sent !== deployedVersions.sent;
  if (!differsBefore && !differsAfter) return [];

  const changedVersion = differsAfter ? sent : expected;
  const message =
    `originSecretVersion would change from ${deployedVersions.sent || 'none'} to ${changedVersion || 'none'}` +
    `${differsAfter ? ' in the site only' : ''}. Unless both are the same value, functions would reject all requests ` +
    'until CloudFront sends the value that they check. Deploy all stacks with originCheck: false, then without: ' +
    'docs/deploying.md#rotating-the-origin-secret.';
  return [{ name: 'originSecretVersion', message }];
}

/** Returns the version of the origin secret that functions require. Undefined if they don't check it. */
function findExpectedVersion(templates: Templates): string | undefined {
  return readSecretVersion(
    listProperties(templates, 'AWS::ApiGatewayV2::Stage').map(
      ({ StageVariables }) => StageVariables?.[ORIGIN_SECRET_VARIABLE],
    ),
  );
}

/** Returns the version of the origin secret that CloudFront sends. Undefined if the stage has no site. */
function findSentVersion(templates: Templates): string | undefined {
  const origins = listProperties(templates, 'AWS::CloudFront::Distribution').flatMap(
    ({ DistributionConfig }) => DistributionConfig?.Origins ?? [],
  );
  const headers = origins.flatMap(({ OriginCustomHeaders }) => OriginCustomHeaders ?? []);

  return readSecretVersion(
    headers.filter(({ HeaderName }) => HeaderName === ORIGIN_HEADER).map(({ HeaderValue }) => HeaderValue),
  );
}

/**
 * Returns the version in the first reference to a secret (`{{resolve:secretsmanager:…:<version>}}`). Empty if the
 * reference names no version, undefined if no value is a reference.
 */
function readSecretVersion(values: readonly unknown[]): string | undefined {
  return /:([^:"]*)\}\}/.exec(JSON.stringify(values))?.[1];
}

/** Returns the properties of all resources of a type. */
function listProperties(templates: Templates, type: string) {
  const resources = Object.values(templates).flatMap(({ Resources = {} }) => Object.values(Resources));
  return resources.flatMap(({ Type, Properties }) => (Type === type && Properties ? [Properties] : []));
}

/** Finds data resources whose contents would be lost. */
function findLostResources(deployed: Template, next: Template): DangerousChange[] {
  const { changes } = fullDiff({ ...deployed }, { ...next }).resources;

  return Object.entries(changes).flatMap(([id, change]): DangerousChange[] => {
    const type = change.oldResourceType;
    const loss = LOSSES[change.changeImpact];
    if (loss === undefined || type === undefined || !DATA_TYPES.includes(type)) return [];
    return [{ name: 'resources', message: `${id} (${type}) would be ${loss}.` }];
  });
}

/** Finds DNS records that would be removed. The domain and the certificate can stay without the hosted zone. */
function findLostRecords(deployed: Template, next: Template): DangerousChange[] {
  return Object.entries(deployed.Resources ?? {}).flatMap(([id, { Type }]): DangerousChange[] => {
    if (Type !== 'AWS::Route53::RecordSet' || next.Resources?.[id] !== undefined) return [];
    return [{ name: 'domainName', message: `The DNS record ${id} would be deleted. The domain would lead nowhere.` }];
  });
}

/**
 * Finds tables that would gain or lose more than one index, and indexes that would get another key or projection.
 *
 * CloudFormation creates or deletes at most one index of a table per update, changes none, and fails after the other
 * changes.
 */
function findIndexChanges(deployed: Templates, next: Templates): DangerousChange[] {
  return Object.entries(deployed).flatMap(([stack, template]) =>
    Object.keys(template.Resources ?? {}).flatMap((id): DangerousChange[] => {
      const deployedIndexes = listIndexes(template, id);
      const nextIndexes = listIndexes(next[stack], id);
      if (deployedIndexes === undefined || nextIndexes === undefined) return [];

      return [
        ...findSeveralIndexes(id, deployedIndexes, nextIndexes),
        ...findRedefinedIndexes(id, deployedIndexes, nextIndexes),
      ];
    }),
  );
}

/** The definitions of a table's indexes, as text, by the indexes' names. */
type Indexes = ReadonlyMap<string, string>;

/** Finds more than one index that a table would gain or lose. */
function findSeveralIndexes(tableId: string, deployedIndexes: Indexes, nextIndexes: Indexes): DangerousChange[] {
  const names = [
    ...[...nextIndexes.keys()].filter((name) => !deployedIndexes.has(name)),
    ...[...deployedIndexes.keys()].filter((name) => !nextIndexes.has(name)),
  ];
  if (names.length < 2) return [];

  const message =
    `${tableId} would get or lose ${names.length} indexes (${names.join(', ')}), and CloudFormation changes one per ` +
    'update. Name all but one in omitIndexes: docs/deploying.md#new-indexes.';
  return [{ name: 'indexes', message }];
}

/** Finds indexes of a table that would keep their name and get another definition. */
function findRedefinedIndexes(tableId: string, deployedIndexes: Indexes, nextIndexes: Indexes): DangerousChange[] {
  const names = [...deployedIndexes.keys()].filter(
    (name) => nextIndexes.has(name) && nextIndexes.get(name) !== deployedIndexes.get(name),
  );

  return names.map((name) => ({
    name: 'indexes',
    message:
      `${name} of ${tableId} would get another key or projection, and CloudFormation can't change an index. Add an ` +
      'index with another name, and remove this one in a later deployment: docs/deploying.md#new-indexes.',
  }));
}

/** Returns the indexes of a table, or undefined if the resource isn't a table. */
function listIndexes(template: Template | undefined, id: string): Indexes | undefined {
  const resource = template?.Resources?.[id];
  if (resource?.Type !== 'AWS::DynamoDB::Table') return undefined;

  const { AttributeDefinitions = [], GlobalSecondaryIndexes = [] } = resource.Properties ?? {};
  const types = new Map(AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));

  return new Map(
    GlobalSecondaryIndexes.map(({ IndexName, KeySchema = [], Projection }) => {
      const key = KeySchema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName, types.get(AttributeName)]);
      const projection = [Projection?.ProjectionType, (Projection?.NonKeyAttributes ?? []).toSorted()];
      return [IndexName, JSON.stringify([key, projection])];
    }),
  );
}

/**
 * Reads the settings in the storage stack's output. Undefined if the stack isn't deployed, or was by an earlier
 * version.
 */
function readSettings(templates: Templates): ProtectedSettings | undefined {
  const outputs = Object.values(templates).map(({ Outputs }) => Outputs?.[PROTECTED_SETTINGS_OUTPUT]?.Value);
  const value = outputs.find((output) => output !== undefined);
  return value === undefined ? undefined : (JSON.parse(String(value)) as ProtectedSettings);
}
