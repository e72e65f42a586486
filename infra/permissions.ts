import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket-frames.ts';
import { UNMATCHED_REQUEST } from './lambda-bundles.ts';

/** A template of CloudFormation, as far as this file reads it. */
interface PolicyTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
}

interface TemplateResource {
  readonly Type: string;
  readonly Properties?: unknown;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
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
  const matrix = new Map<string, ActionsByResource>();

  for (const { Resources } of templates) {
    for (const [id, resource] of Object.entries(Resources)) {
      const policies = readPolicies(resource);
      if (policies.length === 0) continue;

      const constructName = stripHash(id).replace(/Role$/, '');
      const name = FUNCTION_NAMES.get(constructName) ?? constructName;
      const actionsByResource: ActionsByResource = matrix.get(name) ?? new Map();
      matrix.set(name, actionsByResource);

      for (const { PolicyDocument } of policies) {
        for (const statement of PolicyDocument.Statement) addStatement(actionsByResource, statement);
      }
    }
  }

  const rows = [...matrix].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(rows.map(([name, actionsByResource]) => [name, formatLines(actionsByResource)]));
}

/** Returns the policies inside a role, or the policy that a resource is. Empty for all other resources. */
function readPolicies({ Type, Properties }: TemplateResource): readonly Policy[] {
  if (Type === 'AWS::IAM::Policy') return [Properties as Policy];
  if (Type === 'AWS::IAM::Role') return (Properties as { readonly Policies?: readonly Policy[] }).Policies ?? [];
  return [];
}

/** The actions that a function may call on each resource. */
type ActionsByResource = Map<string, Set<string>>;

/** Adds the actions of a statement to its resources. */
function addStatement(actionsByResource: ActionsByResource, { Action, Resource, Condition }: Statement): void {
  const actions = [Action].flat().filter((action) => !OWN_LOG.test(action));

  for (const arn of [Resource].flat()) {
    const resource = formatResource(arn) + formatPartitions(Condition);
    const resourceActions = actionsByResource.get(resource) ?? new Set();
    for (const action of actions) resourceActions.add(action);
    if (resourceActions.size > 0) actionsByResource.set(resource, resourceActions);
  }
}

/** Renders docs/permissions.md. */
export function renderPermissions(templates: readonly PolicyTemplate[]): string {
  const rows = [...collectPermissions(templates)].map(
    ([name, lines]) => `| \`${name}\` | ${lines.join('<br>') || '–'} |`,
  );

  return [
    '# Permissions',
    '',
    'This page lists the IAM permissions of each function in production, for reviewers and for operators who look for the',
    'functions that can touch an item or an object. `npm run generate` writes this file from the templates, and a test',
    'fails if it is out of date. To change a permission, edit `infra/routes` (endpoints and socket routes) or',
    '`infra/stacks` (triggers and jobs).',
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

function formatLines(actionsByResource: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...actionsByResource]
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
  // A name such as `send-depth` becomes the ID of its construct, `SendDepth`.
  if (functionName) return functionName.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

  // A reference to an export of another stack, or to a resource of the same stack.
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
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions, ...otherLists } = {},
    StringLike: { 's3:prefix': prefixes, ...otherTexts } = {},
    ...otherOperators
  } = condition;
  const keys = partitions ?? prefixes;
  if (!keys || Object.keys({ ...otherLists, ...otherTexts, ...otherOperators }).length > 0) {
    throw new Error(
      `docs/permissions.md can't show the condition ${JSON.stringify(condition)}. Extend infra/permissions.ts.`,
    );
  }

  const names = [keys].flat().map((key) => key.replace(/[#/]\*$/, ''));
  return ` (${names.join(', ')})`;
}

function stripHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
