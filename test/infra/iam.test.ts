import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { findResources, synthesise } from '../support/synthesis.ts';

const { storage, sockets, api, site, operations } = synthesise({ stage: 'prod' });

const statements = [storage, sockets, api, site, operations].flatMap((template) =>
  findResources(template, 'AWS::IAM::Policy')
    .filter(([id]) => !id.startsWith('BucketNotificationsHandler'))
    .flatMap(([id, { Properties }]) =>
      (Properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement.map((statement) => ({
        id,
        effect: statement.Effect,
        actions: [statement.Action].flat() as string[],
        resources: ([statement.Resource].flat() as unknown[]).map((resource) => JSON.stringify(resource)),
        condition: statement.Condition,
      })),
    ),
);

describe('IAM permissions', () => {
  it('have no wildcard actions', () => {
    expect(statements.length).toBeGreaterThan(allEndpoints.length);
    for (const { id, actions } of statements) for (const action of actions) expect(action, id).not.toContain('*');
  });

  it('have wildcard resources only for object keys and open sockets', () => {
    const wildcards = statements.flatMap(({ resources }) => resources.filter((resource) => resource.includes('*')));
    for (const wildcard of wildcards)
      expect(wildcard).toMatch(
        /"\/(files|photos|avatars|posts|posters|renditions)\/\*"|\/live\/(POST|DELETE)\/@connections\/\*"/,
      );
    expect(wildcards.length).toBeGreaterThan(0);
  });

  it('allow lists of the bucket by prefix only, except to check whether an object exists', () => {
    const listing = statements.filter(({ actions }) => actions.includes('s3:ListBucket'));
    const unlimited = listing.filter(({ condition }) => !condition).map(({ id }) => id.replace(/Role.*/, ''));
    expect(unlimited.sort()).toEqual([
      'FileStored',
      'MediaProcess',
      'ReconcileUploads',
      'accountupdatephoto',
      'filescompletemultipart',
      'filessavemetadata',
      'postscreate',
    ]);
    const prefixes = listing.flatMap(({ condition }) => (condition ? [condition] : []));
    const all = ['files/*', 'photos/*', 'avatars/*', 'posts/*', 'posters/*', 'renditions/*'];
    const limits = prefixes.map((condition) => JSON.stringify(condition)).sort();
    const limit = (allowed: string[]) => JSON.stringify({ StringLike: { 's3:prefix': allowed } });
    // Deletions of accounts, and deletions of files with their posters.
    expect(limits).toEqual([limit(all), limit(all), ...Array(4).fill(limit(['posters/*']))].sort());
  });

  it('keep the function that decodes uploads away from members, ledgers, and messages', () => {
    const own = statements.filter(({ id }) => id.startsWith('MediaProcess'));
    const access = own.map(({ actions, resources }) => [actions.join(), resources.join()] as const);
    const tables = own.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));
    expect(tables.map(({ actions, condition }) => [actions, condition])).toEqual([
      [
        ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
        { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['FILE#*'] } },
      ],
    ]);
    const writes = access.filter(
      ([actions]) => actions.includes('s3:PutObject') || actions.includes('s3:DeleteObject'),
    );
    for (const [, resources] of writes) expect(resources).toMatch(/\/(files|renditions|posters)\/\*/);
    expect(access.find(([, resources]) => resources.includes('/files/*'))?.[0]).not.toContain('s3:DeleteObject');
  });

  it('allow no scan and no deletion of the table', () => {
    const actions = new Set(statements.flatMap((statement) => statement.actions));
    expect([...actions].filter((action) => action.startsWith('dynamodb:')).sort()).toEqual(
      ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
        (name) => `dynamodb:${name}`,
      ),
    );
  });
});

describe('table permissions', () => {
  const leadingKeys = ({ condition }: (typeof statements)[number]) =>
    (condition as Record<string, Record<string, string[]>> | undefined)?.['ForAllValues:StringLike']?.[
      'dynamodb:LeadingKeys'
    ];
  const tableStatements = statements.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));

  it('are limited to named partitions', () => {
    expect(tableStatements.length).toBeGreaterThan(allEndpoints.length);
    for (const statement of tableStatements) {
      const keys = [leadingKeys(statement)].flat();
      expect(keys.length, statement.id).toBeGreaterThan(0);
      for (const key of keys) expect(key, statement.id).toMatch(/^([A-Z]+#\*|UNCLAIMED|REMOVAL)$/);
    }
  });

  it('allow conversations only for messaging functions and the purge job', () => {
    const readers = tableStatements.filter((statement) => [leadingKeys(statement)].flat().includes('CHAT#*'));
    const names = new Set(readers.map(({ id }) => id.replace(/Role.*/, '')));
    expect([...names].sort()).toEqual(['PurgeJobPurge', 'messagesconversation', 'messagessocketsendmessage']);
  });
});
