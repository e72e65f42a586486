import { describe, expect, it } from 'vitest';
import type { ProtectedSettings } from '../protected-settings.ts';
import { findDangerousChanges, type Templates } from './dangerous-changes.ts';

const SETTINGS: ProtectedSettings = {
  kind: 'production',
  depthIndexShards: 8,
  domainName: 'fathom.example',
  emailVerification: 'required',
};

function templates(settings: Partial<ProtectedSettings>, resources: object = {}): Templates {
  const Outputs = { ProtectedSettings: { Value: JSON.stringify({ ...SETTINGS, ...settings }) } };
  return { 'fathom-prod-storage': { Outputs, Resources: { ...resources } }, 'fathom-prod-site': {} };
}

const findNames = (deployed: Templates, next: Templates) =>
  findDangerousChanges(deployed, next).map(({ name }) => name);

describe('findDangerousChanges', () => {
  it.each<[string, Partial<ProtectedSettings>, RegExp]>([
    ['depthIndexShards', { depthIndexShards: 4 }, /drop from 8 to 4/],
    ['domainName', { domainName: undefined }, /stop serving fathom\.example/],
    ['domainName', { domainName: 'other.example' }, /stop serving fathom\.example/],
    ['emailVerification', { emailVerification: 'none' }, /another person's email/],
    ['kind', { kind: 'development' }, /from production to development/],
  ])('finds a dangerous change of %s: %j', (name, settings, message) => {
    const changes = findDangerousChanges(templates({}), templates(settings));
    expect(changes).toEqual([{ name, message: expect.stringMatching(message) }]);
  });

  it('finds DNS records of the site that would be deleted, although the domain stays', () => {
    const record = { Alias: { Type: 'AWS::Route53::RecordSet' } };
    const changes = findDangerousChanges(templates({}, record), templates({}));
    expect(changes).toEqual([{ name: 'domainName', message: expect.stringMatching(/record Alias would be deleted/) }]);
    expect(findNames(templates({}, record), templates({}, record))).toEqual([]);
    expect(findNames(templates({}), templates({}, record))).toEqual([]);
  });

  it('accepts the same settings, more shards, a first domain, and verified emails', () => {
    expect(findNames(templates({}), templates({}))).toEqual([]);
    expect(findNames(templates({}), templates({ depthIndexShards: 16 }))).toEqual([]);
    expect(findNames(templates({ domainName: undefined }), templates({}))).toEqual([]);
    expect(findNames(templates({ emailVerification: 'none' }), templates({}))).toEqual([]);
  });

  it('accepts everything in a first deployment, and settings that an earlier version did not write', () => {
    expect(findNames({}, templates({}))).toEqual([]);
    expect(findNames({ 'fathom-prod-storage': { Resources: {} } }, templates({ depthIndexShards: 1 }))).toEqual([]);
  });

  const table = (sortKey: string) => ({
    Type: 'AWS::DynamoDB::Table',
    DeletionPolicy: 'Retain',
    Properties: { KeySchema: [{ AttributeName: sortKey, KeyType: 'RANGE' }], TimeToLiveSpecification: {} },
  });
  const indexed = (...names: string[]) => ({
    ...table('sk'),
    Properties: { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
  });

  it('finds more than one change of the indexes of a table, which CloudFormation refuses halfway', () => {
    const find = (before: string[], after: string[]) =>
      findDangerousChanges(templates({}, { Table: indexed(...before) }), templates({}, { Table: indexed(...after) }));

    expect(find(['ByDepth'], ['ByDepth', 'ByTypeText', 'ByTypeNumber'])).toEqual([
      { name: 'indexes', message: expect.stringMatching(/2 indexes \(ByTypeText, ByTypeNumber\).*omitIndexes/) },
    ]);
    expect(find(['ByDepth'], ['ByTypeText'])).toHaveLength(1);
    expect(find(['ByDepth'], ['ByDepth', 'ByTypeText'])).toEqual([]);
    expect(findNames(templates({}), templates({}, { Table: indexed('ByDepth', 'ByText') }))).toEqual([]);
  });

  const bucket = { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Delete', Properties: {} };
  const secret = { Type: 'AWS::SecretsManager::Secret', Properties: { Description: 'keys' } };

  it.each<[string, object, object, string]>([
    ['replaced by a new key', { Table: table('sk') }, { Table: table('order') }, 'Table .* replaced by an empty one'],
    ['renamed in the template', { Table: table('sk') }, { Rows: table('sk') }, 'Table .* no longer used by the stage'],
    ['deleted', { Files: bucket }, {}, 'Files .* deleted'],
    ['deleted', { StripeKeys: secret }, {}, 'StripeKeys .* deleted'],
    ['renamed', { Files: bucket }, { Files: { ...bucket, Properties: { BucketName: 'b' } } }, 'Files .* replaced'],
  ])('finds a resource with data that is %s: %j', (_, deployed, next, message) => {
    const changes = findDangerousChanges(templates({}, deployed), templates({}, next));
    expect(changes).toEqual([{ name: 'resources', message: expect.stringMatching(message) }]);
  });

  it('accepts updates of resources with data in place, and losing other resources', () => {
    const next = { ...table('sk'), Properties: { ...table('sk').Properties, DeletionProtectionEnabled: true } };
    expect(findNames(templates({}, { Table: table('sk') }), templates({}, { Table: next }))).toEqual([]);
    const queue = { Type: 'AWS::SQS::Queue', Properties: {} };
    expect(findNames(templates({}, { Queue: queue }), templates({}))).toEqual([]);
  });

  it('finds the data of a stack that the next deployment omits', () => {
    const deployed = { ...templates({}), 'fathom-prod-old': { Resources: { Files: bucket } } };
    expect(findNames(deployed, templates({}))).toEqual(['resources']);
  });
});
