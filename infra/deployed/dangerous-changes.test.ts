/**
 * Tests of the check before a deployment. A change is dangerous if it would lose data or addresses, or change the
 * rules for stored data. `npm run deploy` refuses it unless its name is allowed.
 */
import { describe, expect, it } from 'vitest';
import type { ProtectedSettings } from '../protected-settings.ts';
import { findDangerousChanges, type Templates } from './dangerous-changes.ts';

const SETTINGS: ProtectedSettings = {
  kind: 'production',
  depthIndexShards: 8,
  domainName: 'fathom.example',
  emailVerification: 'required',
};

/** Builds the templates of a stage with these settings and resources. */
function buildTemplates(settings: Partial<ProtectedSettings>, resources: object = {}): Templates {
  const Outputs = { ProtectedSettings: { Value: JSON.stringify({ ...SETTINGS, ...settings }) } };
  return { 'fathom-prod-storage': { Outputs, Resources: { ...resources } }, 'fathom-prod-site': {} };
}

/** Builds a table with this sort key. CloudFormation replaces the table if its key changes. */
const buildTable = (sortKey: string) => ({
  Type: 'AWS::DynamoDB::Table',
  DeletionPolicy: 'Retain',
  Properties: { KeySchema: [{ AttributeName: sortKey, KeyType: 'RANGE' }], TimeToLiveSpecification: {} },
});

/** Builds a table with indexes of these names. */
const buildIndexedTable = (...names: string[]) => ({
  ...buildTable('sk'),
  Properties: { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
});

/** Builds a table with the index `ByDepth`, whose definition has these changes. */
const buildTableWithIndex = ({
  attributeType = 'S',
  ...change
}: {
  attributeType?: string;
  [field: string]: unknown;
}) => ({
  ...buildTable('sk'),
  Properties: {
    AttributeDefinitions: [
      { AttributeName: 'band', AttributeType: attributeType },
      { AttributeName: 'author', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByDepth',
        KeySchema: [{ AttributeName: 'band', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name', 'size'] },
        ...change,
      },
    ],
  },
});

const BUCKET = { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Delete', Properties: {} };
const RETAINED_BUCKET = { ...BUCKET, DeletionPolicy: 'RetainExceptOnCreate' };
const SECRET = { Type: 'AWS::SecretsManager::Secret', Properties: { Description: 'keys' } };

/**
 * Builds templates with references to a version of the origin secret. CloudFront always has one, and API Gateway's
 * stage only if functions check the secret.
 */
function buildOriginTemplates(version: string, { isChecked = true } = {}): Templates {
  const reference = {
    'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Secret' }, `:SecretString:::${version}}}`]],
  };
  const originSecret = isChecked ? reference : 'off';
  const origins = [{}, { OriginCustomHeaders: [{ HeaderName: 'x-fathom-origin', HeaderValue: reference }] }];

  return {
    'fathom-prod-api': {
      Resources: { Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { StageVariables: { originSecret } } } },
    },
    'fathom-prod-site': {
      Resources: {
        Site: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig: { Origins: origins } } },
      },
    },
  };
}

/** Returns the names of the dangerous changes between deployed and next templates. */
const findNames = (deployed: Templates, next: Templates) =>
  findDangerousChanges(deployed, next).map(({ name }) => name);

describe('findDangerousChanges', () => {
  it.each<[name: string, settings: Partial<ProtectedSettings>, message: RegExp]>([
    ['depthIndexShards', { depthIndexShards: 4 }, /drop from 8 to 4/],
    ['domainName', { domainName: undefined }, /stop serving fathom\.example/],
    ['domainName', { domainName: 'other.example' }, /stop serving fathom\.example/],
    ['emailVerification', { emailVerification: 'none' }, /another person's email/],
    ['kind', { kind: 'development' }, /from production to development/],
  ])('finds a dangerous change of %s: %j', (name, settings, message) => {
    const changes = findDangerousChanges(buildTemplates({}), buildTemplates(settings));
    expect(changes).toEqual([{ name, message: expect.stringMatching(message) }]);
  });

  it('finds DNS records that would be deleted, although the domain stays', () => {
    const record = { Alias: { Type: 'AWS::Route53::RecordSet' } };

    const changes = findDangerousChanges(buildTemplates({}, record), buildTemplates({}));
    expect(changes).toEqual([{ name: 'domainName', message: expect.stringMatching(/record Alias would be deleted/) }]);
    expect(findNames(buildTemplates({}, record), buildTemplates({}, record))).toEqual([]);
    expect(findNames(buildTemplates({}), buildTemplates({}, record))).toEqual([]);
  });

  it('accepts the same settings, more shards, a first domain, and verified emails', () => {
    expect(findNames(buildTemplates({}), buildTemplates({}))).toEqual([]);
    expect(findNames(buildTemplates({}), buildTemplates({ depthIndexShards: 16 }))).toEqual([]);
    expect(findNames(buildTemplates({ domainName: undefined }), buildTemplates({}))).toEqual([]);
    expect(findNames(buildTemplates({ emailVerification: 'none' }), buildTemplates({}))).toEqual([]);
  });

  it('accepts everything in a first deployment, and settings that an earlier version did not write', () => {
    expect(findNames({}, buildTemplates({}))).toEqual([]);
    expect(findNames({ 'fathom-prod-storage': { Resources: {} } }, buildTemplates({ depthIndexShards: 1 }))).toEqual(
      [],
    );
  });

  it.each([
    ['new', '', 'f3b1', /from none to f3b1/],
    ['other', 'f3b1', 'a2c4', /from f3b1 to a2c4/],
    ['removed', 'f3b1', '', /from f3b1 to none/],
  ])(
    'finds a version of the origin secret (%s) that functions would expect before the site sends it',
    (_, deployed, next, message) => {
      const changes = findDangerousChanges(buildOriginTemplates(deployed), buildOriginTemplates(next));

      expect(changes).toEqual([{ name: 'originSecretVersion', message: expect.stringMatching(message) }]);
      expect(changes[0]?.message).toContain('originCheck: false');
    },
  );

  it('accepts the documented rotation of the origin secret, but not step 2 before the site has the version', () => {
    const steps = [
      buildOriginTemplates(''),
      buildOriginTemplates('f3b1', { isChecked: false }),
      buildOriginTemplates('f3b1'),
    ] as const;
    expect(findNames(steps[0], steps[1])).toEqual([]);
    expect(findNames(steps[1], steps[2])).toEqual([]);

    const halfDeployed = { ...steps[1], 'fathom-prod-site': steps[0]['fathom-prod-site']! };
    expect(findNames(halfDeployed, steps[1])).toEqual([]);
    expect(findNames(halfDeployed, steps[2])).toEqual(['originSecretVersion']);
  });

  it('accepts the retry of an allowed change that failed before the site had the version', () => {
    const next = buildOriginTemplates('f3b1');
    const halfDeployed = { ...next, 'fathom-prod-site': buildOriginTemplates('')['fathom-prod-site']! };

    expect(findNames(halfDeployed, next)).toEqual([]);
  });

  it('finds a version of the origin secret that only the site would get, although the next API checks nothing', () => {
    const deployed = buildOriginTemplates('');
    const next = buildOriginTemplates('f3b1', { isChecked: false });
    const siteOnly = { ...deployed, 'fathom-prod-site': next['fathom-prod-site']! };
    const apiOnly = { ...deployed, 'fathom-prod-api': next['fathom-prod-api']! };

    expect(findDangerousChanges(deployed, next, siteOnly)).toEqual([
      { name: 'originSecretVersion', message: expect.stringMatching(/from none to f3b1 in the site only/) },
    ]);
    expect(findDangerousChanges(deployed, next, apiOnly)).toEqual([]);
  });

  it('finds no change of the origin secret in a first deployment, or while the check is off', () => {
    expect(findNames({}, buildOriginTemplates('f3b1'))).toEqual([]);
    expect(
      findNames(buildOriginTemplates('', { isChecked: false }), buildOriginTemplates('f3b1', { isChecked: false })),
    ).toEqual([]);
  });

  it('finds several changes of the indexes of one table, because CloudFormation would fail halfway', () => {
    const find = (before: string[], after: string[]) =>
      findDangerousChanges(
        buildTemplates({}, { Table: buildIndexedTable(...before) }),
        buildTemplates({}, { Table: buildIndexedTable(...after) }),
      );

    expect(find(['ByDepth'], ['ByDepth', 'ByTypeText', 'ByTypeNumber'])).toEqual([
      { name: 'indexes', message: expect.stringMatching(/2 indexes \(ByTypeText, ByTypeNumber\).*omitIndexes/) },
    ]);
    expect(find(['ByDepth'], ['ByTypeText'])).toHaveLength(1);
    expect(find(['ByDepth'], ['ByDepth', 'ByTypeText'])).toEqual([]);
    expect(
      findNames(buildTemplates({}), buildTemplates({}, { Table: buildIndexedTable('ByDepth', 'ByText') })),
    ).toEqual([]);
  });

  it.each([
    ['another key', { KeySchema: [{ AttributeName: 'author', KeyType: 'HASH' }] }],
    ['another type of its key', { attributeType: 'N' }],
    ['another kind of projection', { Projection: { ProjectionType: 'KEYS_ONLY' } }],
    ['other projected attributes', { Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] } }],
  ])('finds an index that keeps its name with %s, because CloudFormation would fail halfway', (_, change) => {
    const changes = findDangerousChanges(
      buildTemplates({}, { Table: buildTableWithIndex({}) }),
      buildTemplates({}, { Table: buildTableWithIndex(change) }),
    );

    expect(changes).toEqual([{ name: 'indexes', message: expect.stringMatching(/ByDepth of Table .*another name/) }]);
  });

  it('accepts an index whose definition has another order, or other settings than its key and projection', () => {
    const Projection = { NonKeyAttributes: ['size', 'name'], ProjectionType: 'INCLUDE' };
    const next = buildTableWithIndex({ Projection, ContributorInsightsSpecification: { Enabled: true } });

    expect(
      findNames(buildTemplates({}, { Table: buildTableWithIndex({}) }), buildTemplates({}, { Table: next })),
    ).toEqual([]);
  });

  it.each<[change: string, deployed: object, next: object, message: string]>([
    [
      'replaced by a new key',
      { Table: buildTable('sk') },
      { Table: buildTable('order') },
      'Table .* replaced by an empty one',
    ],
    [
      'renamed in the template',
      { Table: buildTable('sk') },
      { Rows: buildTable('sk') },
      'Table .* no longer used by the stage',
    ],
    ['deleted', { Files: BUCKET }, {}, 'Files .* deleted'],
    ['deleted', { StripeKeys: SECRET }, {}, 'StripeKeys .* deleted'],
    ['removed from the template', { Files: RETAINED_BUCKET }, {}, 'Files .* no longer used by the stage'],
    ['renamed', { Files: BUCKET }, { Files: { ...BUCKET, Properties: { BucketName: 'b' } } }, 'Files .* replaced'],
  ])('finds a resource with data that is %s: %j', (_, deployed, next, message) => {
    const changes = findDangerousChanges(buildTemplates({}, deployed), buildTemplates({}, next));
    expect(changes).toEqual([{ name: 'resources', message: expect.stringMatching(message) }]);
  });

  it('accepts updates in place of resources with data, and the loss of other resources', () => {
    const nextTable = {
      ...buildTable('sk'),
      Properties: { ...buildTable('sk').Properties, DeletionProtectionEnabled: true },
    };
    expect(
      findNames(buildTemplates({}, { Table: buildTable('sk') }), buildTemplates({}, { Table: nextTable })),
    ).toEqual([]);

    expect(findNames(buildTemplates({}, { Files: BUCKET }), buildTemplates({}, { Files: RETAINED_BUCKET }))).toEqual(
      [],
    );

    const queue = { Type: 'AWS::SQS::Queue', Properties: {} };
    expect(findNames(buildTemplates({}, { Queue: queue }), buildTemplates({}))).toEqual([]);
  });

  it('finds the data of a stack that the next deployment omits', () => {
    const deployed = { ...buildTemplates({}), 'fathom-prod-old': { Resources: { Files: BUCKET } } };
    expect(findNames(deployed, buildTemplates({}))).toEqual(['resources']);
  });
});
