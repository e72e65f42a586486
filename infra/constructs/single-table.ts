import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { INDEXES, type IndexName, TABLE_KEYS } from '../../lambdas/table/schema.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query';

/** The one table that holds every entity, with its overloaded indexes (design §3). */
export class SingleTable extends Construct {
  readonly #table: dynamodb.Table;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    const string = (name: string) => ({ name, type: dynamodb.AttributeType.STRING });
    this.#table = new dynamodb.Table(this, 'Table', {
      partitionKey: string(TABLE_KEYS.partition),
      sortKey: string(TABLE_KEYS.sort),
      timeToLiveAttribute: TABLE_KEYS.expiry,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.production,
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [indexName, index] of Object.entries(INDEXES)) {
      this.#table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: string(index.partition),
        sortKey: { name: index.sort, type: dynamodb.AttributeType[index.sortType === 'N' ? 'NUMBER' : 'STRING'] },
        projectionType: dynamodb.ProjectionType.INCLUDE,
        nonKeyAttributes: [...index.projected],
      });
    }
  }

  get tableName(): string {
    return this.#table.tableName;
  }

  /** Lets a function do these actions on items of the table itself. */
  allow(fn: BundledFunction, ...actions: ItemAction[]): void {
    this.#address(fn);
    fn.allow(
      actions.map((action) => `dynamodb:${action}`),
      [this.#table.tableArn],
    );
  }

  /** Lets a function query these indexes. */
  allowQuery(fn: BundledFunction, ...indexes: IndexName[]): void {
    this.#address(fn);
    fn.allow(
      ['dynamodb:Query'],
      indexes.map((index) => `${this.#table.tableArn}/index/${index}`),
    );
  }

  #address(fn: BundledFunction): void {
    fn.setEnvironment('TABLE_NAME', this.#table.tableName);
    fn.setEnvironment('DEPTH_INDEX_SHARDS', String(this.#stage.depthIndexShards));
  }
}
