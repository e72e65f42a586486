import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { INDEXES, TABLE_KEYS } from '../../lambdas/table/schema.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';
import { formatKeyPatterns, groupActionsByKeys, type ItemAccess, type QueryAccess } from './table-access.ts';

/** The DynamoDB table that holds every entity, with its indexes. See docs/access-patterns.md. */
export class SingleTable extends Construct {
  readonly #table: dynamodb.Table;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;

    const buildStringKey = (name: string) => ({ name, type: dynamodb.AttributeType.STRING });
    this.#table = new dynamodb.Table(this, 'Table', {
      partitionKey: buildStringKey(TABLE_KEYS.partition),
      sortKey: buildStringKey(TABLE_KEYS.sort),
      timeToLiveAttribute: TABLE_KEYS.expiry,
      // The change feed reads the stream: see change-feed.ts.
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.production,
      // Also keeps it if its creation is rolled back, because CloudFormation can't delete a protected resource.
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });

    const omittedNames = new Set<string>(stage.omitIndexes);
    for (const [indexName, index] of Object.entries(INDEXES).filter(([name]) => !omittedNames.has(name))) {
      this.#table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: buildStringKey(index.partition),
        sortKey: { name: index.sort, type: dynamodb.AttributeType[index.sortType === 'N' ? 'NUMBER' : 'STRING'] },
        projectionType: dynamodb.ProjectionType.INCLUDE,
        nonKeyAttributes: [...index.projected],
      });
    }
  }

  get tableName(): string {
    return this.#table.tableName;
  }

  /**
   * Allows these actions on items of these partitions of the table, not of its indexes:
   * `table.allow(fn, { USER: ['GetItem'], FILE: ['GetItem', 'UpdateItem'] })`.
   */
  allow(fn: BundledFunction, access: ItemAccess): void {
    this.#setEnvironment(fn);
    for (const { actions, keyPatterns } of groupActionsByKeys(access)) {
      fn.allow(
        actions.map((action) => `dynamodb:${action}`),
        [this.#table.tableArn],
        buildLeadingKeysCondition(keyPatterns),
      );
    }
  }

  /** Lets a function query these partitions of these indexes: `table.allowQuery(fn, { ByOwner: ['LEDGER'] })`. */
  allowQuery(fn: BundledFunction, access: QueryAccess): void {
    this.#setEnvironment(fn);
    for (const [index, partitions] of Object.entries(access)) {
      fn.allow(
        ['dynamodb:Query'],
        [`${this.#table.tableArn}/index/${index}`],
        buildLeadingKeysCondition(formatKeyPatterns(partitions)),
      );
    }
  }

  /**
   * Allows a function to read the stream of changes. Returns the stream's ARN.
   *
   * The permission is for all streams of the table, because a restored table has a new stream.
   */
  allowReadingStream(fn: BundledFunction): string {
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    fn.allow(
      actions.map((action) => `dynamodb:${action}`),
      [`${this.#table.tableArn}/stream/*`],
    );
    return this.#table.tableStreamArn!;
  }

  /** Sets the variables that the table's modules read: its name, and the stage's settings for indexes and limits. */
  #setEnvironment(fn: BundledFunction): void {
    fn.setEnvironment('TABLE_NAME', this.#table.tableName);
    fn.setEnvironment('DEPTH_INDEX_SHARDS', String(this.#stage.depthIndexShards));
    const { conductLimitPercent, omitIndexes } = this.#stage;
    if (omitIndexes.length > 0) fn.setEnvironment('OMITTED_INDEXES', omitIndexes.join(' '));
    if (conductLimitPercent !== 100) fn.setEnvironment('CONDUCT_LIMIT_PERCENT', String(conductLimitPercent));
  }
}

/**
 * Limits a statement to these partition keys; for an index, to the index's own partition keys.
 *
 * `ForAllValues` is also true for a request without keys. Only Scan has no keys, and no function may scan.
 */
function buildLeadingKeysCondition(keyPatterns: readonly string[]) {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keyPatterns } };
}
