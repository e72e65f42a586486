import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket-frames.ts';
import { UNMATCHED_REQUEST } from './lambda-bundles.ts';

/** A template as CloudFormation reads it. */
interface PolicyTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
}

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Names of functions of both APIs by their names in logical IDs, which have no hyphens. */
const FUNCTION_NAMES: ReadonlyMap<string, string> = new Map(
  [...[...allEndpoints, ...socketRoutes].map(({ name }) => name), UNMATCHED_REQUEST].map((name) => [
    name.replaceAll('-', ''),
    name,
  ]),
);

/** Every function may write its own log, so the matrix omits these actions. */
const OWN_LOG = /^logs:/;

/**
 * Returns the permissions of each function, from the IAM policies in the templates.
 *
 * @returns for each function name, one line per resource: `dynamodb:GetItem: Table (FILE)`
 */
export function collectPermissions(templates: readonly PolicyTemplate[]): Map<string, string[]> {
  const matrix = new Map<string, Map<string, Set<string>>>();
  for (const { Resources } of templates) {
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type !== 'AWS::IAM::Policy') continue;
      const roleName = stripHash(id).replace(/RoleDefaultPolicy$/, '');
      const name = FUNCTION_NAMES.get(roleName) ?? roleName;
      const { PolicyDocument } = Properties as { PolicyDocument: { Statement: readonly Statement[] } };
      const resources = matrix.get(name) ?? new Map<string, Set<string>>();
      matrix.set(name, resources);
      for (const { Action, Resource, Condition } of PolicyDocument.Statement) {
        const actions = [Action].flat().filter((action) => !OWN_LOG.test(action));
        for (const resource of [Resource].flat().map((arn) => formatResource(arn) + formatPartitions(Condition))) {
          const knownActions = resources.get(resource) ?? new Set();
          for (const action of actions) knownActions.add(action);
          if (knownActions.size > 0) resources.set(resource, knownActions);
        }
      }
    }
  }

  const sorted = [...matrix].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([name, resources]) => [name, formatLines(resources)]));
}

/** Renders docs/permissions.md. */
export function renderPermissions(templates: readonly PolicyTemplate[]): string {
  const rows = [...collectPermissions(templates)].map(
    ([name, allowed]) => `| \`${name}\` | ${allowed.join('<br>') || '–'} |`,
  );

  return [
    '# Permissions',
    '',
    'The IAM permissions of each function in production. `npm run generate` writes this file from the templates,',
    'and a test fails if it is out of date. To change a permission, edit `infra/routes` (endpoints and socket routes)',
    'or `infra/stacks` (triggers and jobs).',
    '',
    'Brackets list the prefixes of partition keys that the function may use in the table or index, and of the objects',
    'that it may list in the bucket. Every function may also write its own log.',
    '',
    '| Function | Permissions |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function formatLines(resources: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...resources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, actions]) => `${[...actions].sort().join(', ')}: ${resource}`);
}

/** Returns the construct's name, with the part of the resource: `Table/index/ByDepth`. */
function formatResource(resource: unknown): string {
  const text = JSON.stringify(resource);
  const [, method] = /(\w+)\/@connections/.exec(text) ?? [];
  if (method) return `open sockets (${method})`;
  if (text.includes(':ses:')) return 'mail sender';
  const [, functionName] = /:function:fathom-\w+-([\w-]+)"/.exec(text) ?? [];
  // The ID of its construct.
  if (functionName) return functionName.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

  const [, id = text] =
    /ExportsOutput(?:FnGetAtt|Ref)(\w+?)(?:Arn)?[0-9A-F]{8}"/.exec(text) ??
    /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(text) ??
    [];
  const [, part = ''] = /"(\/[\w/]+(?:\/\*)?)"/.exec(text) ?? [];

  return `${stripHash(id)}${part}`;
}

/**
 * Formats the partitions or the prefixes of objects that a statement is limited to: ` (FILE, USER)`, ` (files)`.
 *
 * @throws Error if the statement has another condition, because the matrix couldn't show it.
 */
function formatPartitions(condition: Statement['Condition']): string {
  if (!condition) return '';

  const {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions, ...otherKeys } = {},
    StringLike: { 's3:prefix': prefixes, ...otherPrefixes } = {},
    ...others
  } = condition;
  const keys = partitions ?? prefixes;
  if (!keys || Object.keys({ ...otherKeys, ...otherPrefixes, ...others }).length > 0) {
    throw new Error(
      `docs/permissions.md can't show the condition ${JSON.stringify(condition)}. Extend infra/permissions.ts.`,
    );
  }

  return ` (${[keys]
    .flat()
    .map((key) => key.replace(/[#/]\*$/, ''))
    .join(', ')})`;
}

function stripHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
