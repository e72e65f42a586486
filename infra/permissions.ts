/** A template as CloudFormation reads it. */
interface PolicyTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
}

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Every function may write its own log, and nothing need be said of it. */
const OWN_LOG = /^logs:/;

/**
 * What each function may do, as its role's policies in the templates say: by the function's name, one line for each
 * resource.
 */
export function permissionsOf(templates: readonly PolicyTemplate[]): Map<string, string[]> {
  const matrix = new Map<string, Map<string, Set<string>>>();
  for (const { Resources } of templates) {
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type !== 'AWS::IAM::Policy') continue;
      const name = withoutHash(id).replace(/RoleDefaultPolicy$/, '');
      const { PolicyDocument } = Properties as { PolicyDocument: { Statement: readonly Statement[] } };
      const ofFunction = matrix.get(name) ?? new Map<string, Set<string>>();
      matrix.set(name, ofFunction);
      for (const { Action, Resource, Condition } of PolicyDocument.Statement) {
        const actions = [Action].flat().filter((action) => !OWN_LOG.test(action));
        for (const resource of [Resource].flat().map((named) => resourceName(named) + partitionNames(Condition))) {
          const known = ofFunction.get(resource) ?? new Set();
          for (const action of actions) known.add(action);
          if (known.size > 0) ofFunction.set(resource, known);
        }
      }
    }
  }
  const sorted = [...matrix].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([name, resources]) => [name, lines(resources)]));
}

/** The matrix as a document. */
export function permissionsDocument(templates: readonly PolicyTemplate[]): string {
  const rows = [...permissionsOf(templates)].map(
    ([name, allowed]) => `| \`${name}\` | ${allowed.join('<br>') || '–'} |`,
  );
  return [
    '# Permissions',
    '',
    'What each function may do in production, read off the synthesised templates (`npm run permissions` writes this file,',
    'and a test holds it). Beside this every function may write its own log. What grants it is `infra/routes` for',
    'endpoints and routes, and the stacks for triggers. In brackets is what the partition keys of the items begin with:',
    'to a function, items of other partitions do not exist.',
    '',
    '| Function | May |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function lines(resources: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...resources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, actions]) => `${[...actions].sort().join(', ')}: ${resource}`);
}

/** A resource by the name that its construct has, and what of it: `Table/index/ByDepth`. */
function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  if (text.includes('@connections')) return 'open sockets';
  const [, id = text] =
    /ExportsOutput(?:FnGetAtt|Ref)(\w+?)(?:Arn)?[0-9A-F]{8}"/.exec(text) ??
    /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(text) ??
    [];
  const [, part = ''] = /"(\/[\w/]+(?:\/\*)?)"/.exec(text) ?? [];
  return `${withoutHash(id)}${part}`;
}

/**
 * The partitions that a statement is bound to: ` (FILE, USER)`.
 *
 * @throws Error when the statement has another condition, which the matrix would leave out.
 */
function partitionNames(condition: Statement['Condition']): string {
  if (!condition) return '';
  const { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys, ...otherKeys } = {}, ...others } = condition;
  if (!keys || Object.keys({ ...otherKeys, ...others }).length > 0) {
    throw new Error(`No column of docs/permissions.md shows the condition ${JSON.stringify(condition)}.`);
  }
  return ` (${[keys]
    .flat()
    .map((key) => key.replace(/#\*$/, ''))
    .join(', ')})`;
}

function withoutHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
