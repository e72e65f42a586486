import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { PROTECTED_SETTINGS_OUTPUT, type ProtectedSettings } from '../protected-settings.ts';

/** A template of CloudFormation. */
export interface Template {
  readonly Resources?: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: { readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[] };
      }
    >
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Templates by stack name. */
export type Templates = Readonly<Record<string, Template>>;

/** A change that `npm run deploy` refuses without `--allow <name>`. */
export type DangerName = 'kind' | 'depthIndexShards' | 'domainName' | 'emailVerification' | 'resources' | 'indexes';

export const DANGER_NAMES: readonly DangerName[] = [
  'kind',
  'depthIndexShards',
  'domainName',
  'emailVerification',
  'resources',
  'indexes',
];

export interface DangerousChange {
  readonly name: DangerName;
  /** What would change, and what that breaks. */
  readonly message: string;
}

/** Types of the resources that store what can't be created again: rows, members, objects, and keys. */
export const DATA_TYPES: readonly string[] = [
  'AWS::DynamoDB::Table',
  'AWS::Cognito::UserPool',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
];

/** What a change does to a resource, for changes that lose its contents or leave them behind. */
const LOSSES: Readonly<Partial<Record<ResourceImpact, string>>> = {
  [ResourceImpact.WILL_REPLACE]: 'replaced by an empty one',
  [ResourceImpact.MAY_REPLACE]: 'possibly replaced by an empty one',
  [ResourceImpact.WILL_DESTROY]: 'deleted',
  [ResourceImpact.WILL_ORPHAN]: 'no longer used by the stage',
};

/** Returns what a deployment would break. Stacks that aren't deployed yet are in danger of nothing. */
export function findDangerousChanges(deployed: Templates, next: Templates): DangerousChange[] {
  const [before, after] = [readSettings(deployed), readSettings(next)];
  const settings = before && after ? compareSettings(before, after) : [];
  const losses = Object.entries(deployed).flatMap(([stack, template]) =>
    findLostResources(template, next[stack] ?? {}),
  );
  const resources: DangerousChange[] = losses.map((loss) => ({ name: 'resources', message: loss }));
  const records = Object.entries(deployed).flatMap(([stack, template]) => findLostRecords(template, next[stack] ?? {}));
  return [...settings, ...resources, ...records, ...findIndexChanges(deployed, next)];
}

function compareSettings(before: ProtectedSettings, after: ProtectedSettings): DangerousChange[] {
  const changes: (DangerousChange | false)[] = [
    before.kind !== after.kind && {
      name: 'kind',
      message: `The stage's kind would change from ${before.kind} to ${after.kind}, and with it what happens to its data.`,
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

/** Returns a sentence for each data resource whose contents would be lost. */
function findLostResources(deployed: Template, next: Template): string[] {
  return Object.entries(fullDiff({ ...deployed }, { ...next }).resources.changes).flatMap(([id, change]) => {
    const type = change.oldResourceType;
    const loss = LOSSES[change.changeImpact];
    if (loss === undefined || type === undefined || !DATA_TYPES.includes(type)) return [];
    return [`${id} (${type}) would be ${loss}.`];
  });
}

/** Finds DNS records that would be removed: the domain and the certificate can stay without the hosted zone. */
function findLostRecords(deployed: Template, next: Template): DangerousChange[] {
  return Object.entries(deployed.Resources ?? {}).flatMap(([id, { Type }]): DangerousChange[] => {
    if (Type !== 'AWS::Route53::RecordSet' || next.Resources?.[id] !== undefined) return [];
    return [{ name: 'domainName', message: `The DNS record ${id} would be deleted. The domain would lead nowhere.` }];
  });
}

/** CloudFormation creates or deletes at most one index of a table per update, and fails after the other changes. */
function findIndexChanges(deployed: Templates, next: Templates): DangerousChange[] {
  return Object.entries(deployed).flatMap(([stack, template]) =>
    Object.keys(template.Resources ?? {}).flatMap((id): DangerousChange[] => {
      const [before, after] = [listIndexes(template, id), listIndexes(next[stack], id)];
      if (before === undefined || after === undefined) return [];
      const changedIndexes = [
        ...after.filter((name) => !before.includes(name)),
        ...before.filter((name) => !after.includes(name)),
      ];
      if (changedIndexes.length < 2) return [];

      const message =
        `${id} would get or lose ${changedIndexes.length} indexes (${changedIndexes.join(', ')}), and CloudFormation changes one per ` +
        'update. Name all but one in omitIndexes: docs/deploying.md#new-indexes.';

      return [{ name: 'indexes', message }];
    }),
  );
}

function listIndexes(template: Template | undefined, id: string): string[] | undefined {
  const resource = template?.Resources?.[id];
  if (resource?.Type !== 'AWS::DynamoDB::Table') return undefined;
  return (resource.Properties?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
}

/** Reads the output of the storage stack. Undefined if the stack isn't deployed, or by an earlier version. */
function readSettings(templates: Templates): ProtectedSettings | undefined {
  const outputs = Object.values(templates).map(({ Outputs }) => Outputs?.[PROTECTED_SETTINGS_OUTPUT]?.Value);
  const value = outputs.find((output) => output !== undefined);
  return value === undefined ? undefined : (JSON.parse(String(value)) as ProtectedSettings);
}
