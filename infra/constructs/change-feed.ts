import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SOURCE_TYPES, SOURCES, type SourceType } from '../../lambdas/changes/source-types.ts';
import type { ItemType } from '../../lambdas/table/item-type.ts';
import { ITEM_TYPES, PENDING_PURGE } from '../../lambdas/table/item-types.ts';
import type { Stage } from '../stage.ts';
import { BundledFunction } from './bundled-function.ts';
import { FailureQueue } from './failure-queue.ts';
import type { FileBucket } from './file-bucket.ts';
import type { PurgeJob } from './purge-job.ts';
import type { SingleTable } from './single-table.ts';
import { allowSocketRequest } from './socket-requests.ts';

interface ChangeFeedProps {
  readonly stage: Stage;
  /** Folder of the bundle of `triggers-apply-changes`. */
  readonly bundle: string;
  readonly table: SingleTable;
  readonly bucket: FileBucket;
  readonly purgeJob: PurgeJob;
}

/**
 * Delivers the changes of the table to the function that keeps the views up to date and starts effects.
 *
 * A record that the function can't apply doesn't stop the feed: the function logs it. If the function crashes, Lambda
 * divides the batch, and after the retries sends the record's position to the failure queue. See
 * docs/adr/0059-change-feed.md.
 */
export class ChangeFeed extends Construct {
  readonly functionName: string;
  readonly failureQueueName: string;

  constructor(scope: Construct, id: string, { stage, bundle, table, bucket, purgeJob }: ChangeFeedProps) {
    super(scope, id);
    const fn = new BundledFunction(this, 'Apply', {
      stage,
      name: 'triggers-apply-changes',
      bundle,
      description: 'Applies the changes of the table to the views',
      timeoutSeconds: 60,
    });
    table.allow(fn, {
      MARKER: ['GetItem', 'PutItem', 'DeleteItem'],
      HISTOGRAM: ['UpdateItem'],
      USER: ['GetItem', 'BatchGetItem', 'ConditionCheckItem'],
    });
    bucket.allowCompletingDeletions(fn);
    allowSocketRequest(fn, stage, 'send-depth');
    purgeJob.allowStarting(fn);

    const failures = new FailureQueue(this, 'Failures');
    fn.allow(['sqs:SendMessage'], [failures.queueArn]);

    new lambda.CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: table.allowReadingStream(fn),
      functionName: fn.function.functionName,
      startingPosition: 'TRIM_HORIZON',
      batchSize: 100,
      bisectBatchOnFunctionError: true,
      // The function handles errors of single records. Lambda retries only after throttling, an outage of the table, or
      // a crash.
      maximumRetryAttempts: 100,
      // The stream drops records after 24 hours. An operator has the last hour to read the records that failed.
      maximumRecordAgeInSeconds: Duration.hours(23).toSeconds(),
      destinationConfig: { onFailure: { destination: failures.queueArn } },
      filterCriteria: { filters: SOURCE_TYPES.map((type) => ({ pattern: JSON.stringify(buildPattern(type)) })) },
    });

    this.functionName = fn.function.functionName;
    this.failureQueueName = failures.queueName;
  }
}

/** Returns the pattern of the records of one item type. Lambda drops all others before they cost a call. */
function buildPattern(type: SourceType) {
  const { partition, sort }: ItemType = ITEM_TYPES[type];
  const Keys = { pk: { S: [{ prefix: `${partition}#` }] }, sk: { S: [sort] } };
  switch (SOURCES[type]) {
    case 'all':
      return { dynamodb: { Keys } };
    case 'queued for purge':
      return { dynamodb: { Keys, NewImage: { owner: { S: [PENDING_PURGE] } } } };
    case 'removed':
      return { eventName: ['REMOVE'], dynamodb: { Keys } };
  }
}
