/**
 * The permissions of functions: no role may do more than its function needs. Limits of a policy to partitions of the
 * table and prefixes of the bucket are conditions on `dynamodb:LeadingKeys` and `s3:prefix`.
 */
import { describe, expect, it } from 'vitest';
import { PREFIXES } from '../../lambdas/storage/storage-key.ts';
import { SINGLE_PARTITIONS } from '../../lambdas/table/item-types.ts';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { synthesize } from '../support/synthesis.ts';
import { findPolicies, type IdentifiedResource, readAllowedValues, readStatements } from '../support/template.ts';

const { stacks } = synthesize({ stage: 'prod' });

/** Returns the statements of a role's policy, with its ID, and with each action and resource in a list. */
function listPermissions(policy: IdentifiedResource) {
  return readStatements(policy).map(({ Action, Resource, Condition }) => ({
    id: policy.id,
    actions: [Action].flat(),
    resources: [Resource].flat().map((resource) => JSON.stringify(resource)),
    condition: Condition,
  }));
}

const statements = stacks
  .flatMap(([, template]) => findPolicies(template))
  // The CDK's own function, which CloudFormation calls.
  .filter(({ id }) => !id.startsWith('BucketNotificationsHandler'))
  .flatMap(listPermissions);

/** The statements that allow listing the objects of the bucket. */
const listStatements = statements.filter(({ actions }) => actions.includes('s3:ListBucket'));

/** Returns the name of the role that a policy's ID contains. */
const readRoleName = ({ id }: { readonly id: string }) => id.replace(/Role.*/, '');

/** The actions on the table's stream that Lambda needs to read it for a function. */
const STREAM_ACTION = /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;

describe('IAM permissions', () => {
  it('policies have no wildcard actions', () => {
    // Each endpoint has at least one statement.
    expect(statements.length).toBeGreaterThan(allEndpoints.length);

    for (const { id, actions } of statements) {
      for (const action of actions) expect(action, id).not.toContain('*');
    }
  });

  it('policies have wildcard resources only for object keys, open sockets, and streams of the table', () => {
    const wildcards = statements.flatMap(({ resources }) => resources.filter((resource) => resource.includes('*')));
    const allowedWildcards = new RegExp(
      `"/(${Object.values(PREFIXES).join('|')})/\\*"|/live/(POST|DELETE)/@connections/\\*"|"/stream/\\*"`,
    );
    for (const wildcard of wildcards) expect(wildcard).toMatch(allowedWildcards);
    expect(wildcards.length).toBeGreaterThan(0);
  });

  it('policies allow listing the whole bucket only to check whether an object exists', () => {
    const unlimitedStatements = listStatements.filter(({ condition }) => !condition);

    // Each of these can list every member's uploads, so a new one needs a review.
    expect(unlimitedStatements.map(readRoleName).sort()).toEqual([
      'FileStored',
      'MediaProcess',
      'ReconcileUploads',
      'accountupdatephoto',
      'filescompletemultipart',
      'filessavemetadata',
      'postscreate',
    ]);
  });

  it('policies allow listing the bucket by prefix to functions that delete or look for objects', () => {
    const limitedStatements = listStatements.filter(({ condition }) => condition);
    const findRoles = (prefixes: string) =>
      limitedStatements
        .filter(({ condition }) => readAllowedValues(condition, 'StringLike', 's3:prefix').join() === prefixes)
        .map(readRoleName)
        .sort();

    // Functions that delete an account list all its objects. The change feed looks for files that are still stored.
    const allPrefixes = Object.values(PREFIXES).map((prefix) => `${prefix}/*`);
    expect(findRoles(allPrefixes.join())).toEqual(['PurgeJobPurge', 'accountdeleteaccount']);
    expect(findRoles('files/*')).toEqual(['ChangeFeedApply']);

    // All others delete files, and list the posters of these.
    const deletingRoles = findRoles('posters/*');
    expect(deletingRoles).toContain('filesdelete');
    // The other three are the statements of the roles above.
    expect(limitedStatements).toHaveLength(deletingRoles.length + 3);
  });

  it('the function that decodes uploads has no access to members, ledgers, and messages', () => {
    const decoderStatements = statements.filter(({ id }) => id.startsWith('MediaProcess'));
    const access = decoderStatements.map(({ actions, resources }) => [actions.join(), resources.join()] as const);
    const tableAccess = decoderStatements.filter(({ actions }) =>
      actions.some((action) => action.startsWith('dynamodb:')),
    );

    expect(tableAccess.map(({ actions, condition }) => [actions, condition])).toEqual([
      [
        ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
        { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['FILE#*'] } },
      ],
    ]);

    // It writes renditions and posters, and replaces a file by its cleaned bytes, but never deletes a file.
    const writes = access.filter(
      ([actions]) => actions.includes('s3:PutObject') || actions.includes('s3:DeleteObject'),
    );
    for (const [, resources] of writes) expect(resources).toMatch(/\/(files|renditions|posters)\/\*/);
    expect(access.find(([, resources]) => resources.includes('/files/*'))?.[0]).not.toContain('s3:DeleteObject');
  });

  it('policies allow neither scanning nor deleting the table', () => {
    const actions = new Set(statements.flatMap((statement) => statement.actions));
    const tableActions = [...actions].filter((action) => action.startsWith('dynamodb:') && !STREAM_ACTION.test(action));
    const allowedAction = /:((Get|BatchGet|Put|Update|Delete|ConditionCheck)Item|Query)$/;

    expect(tableActions).toContain('dynamodb:GetItem');
    expect(tableActions.filter((action) => !allowedAction.test(action))).toEqual([]);
  });
});

describe('table permissions', () => {
  const readLeadingKeys = ({ condition }: (typeof statements)[number]) =>
    readAllowedValues(condition, 'ForAllValues:StringLike', 'dynamodb:LeadingKeys');
  const tableStatements = statements.filter(({ actions }) =>
    actions.some((action) => action.startsWith('dynamodb:') && !STREAM_ACTION.test(action)),
  );

  it('only the change feed may read the stream, which contains every item', () => {
    const streamStatements = statements.filter(({ actions }) => actions.some((action) => STREAM_ACTION.test(action)));

    expect(streamStatements.map(readRoleName)).toEqual(['ChangeFeedApply']);
    for (const { resources } of streamStatements) expect(resources.join()).toMatch(/"\/stream\/\*"/);
  });

  it('table permissions are limited to named partitions', () => {
    expect(tableStatements.length).toBeGreaterThan(allEndpoints.length);

    for (const statement of tableStatements) {
      const keys = readLeadingKeys(statement);
      expect(keys.length, statement.id).toBeGreaterThan(0);
      // Such as `HISTOGRAM`, the whole key of a partition, or `USER#*`, a prefix of keys.
      for (const key of keys) {
        expect(SINGLE_PARTITIONS.includes(key) || /^[A-Z]+#\*$/.test(key), statement.id).toBe(true);
      }
    }
  });

  it('only messaging functions and the purge job may read conversations', () => {
    // Messages are private, so a new reader needs a review.
    const readers = tableStatements.filter((statement) => readLeadingKeys(statement).includes('CHAT#*'));
    const names = new Set(readers.map(readRoleName));
    expect([...names].sort()).toEqual(['PurgeJobPurge', 'messagesconversation', 'socketssendmessage']);
  });
});
