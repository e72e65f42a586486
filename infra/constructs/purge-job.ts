import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { BundledFunction } from './bundled-function.ts';
import { FailureQueue } from './failure-queue.ts';
import type { FileBucket } from './file-bucket.ts';
import type { MemberPool } from './member-pool.ts';
import type { SingleTable } from './single-table.ts';
import { allowSocketRequest } from './socket-requests.ts';

interface PurgeJobProps {
  readonly stage: Stage;
  readonly bundle: string;
  readonly table: SingleTable;
  readonly bucket: FileBucket;
  readonly members: MemberPool;
}

/**
 * The job that purges deleted accounts and posts. The change feed starts it after each deletion, and an hourly schedule
 * finishes incomplete purges.
 */
export class PurgeJob extends Construct {
  readonly failureQueueName: string;
  readonly ruleName: string;
  readonly #fn: BundledFunction;

  constructor(scope: Construct, id: string, { stage, bundle, table, bucket, members }: PurgeJobProps) {
    super(scope, id);
    this.#fn = new BundledFunction(this, 'Purge', {
      stage,
      name: 'triggers-purge',
      bundle,
      description: 'Purges deleted accounts and posts',
      timeoutSeconds: 300,
    });

    table.allow(this.#fn, {
      JOB: ['GetItem'],
      USER: ['GetItem', 'UpdateItem', 'DeleteItem', 'Query', 'ConditionCheckItem'],
      POST: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['BatchGetItem', 'UpdateItem', 'DeleteItem'],
      CHAT: ['DeleteItem', 'Query'],
      SOCKET: ['DeleteItem'],
      CREDENTIALS: ['DeleteItem'],
      MARKER: ['GetItem', 'DeleteItem'],
      HISTOGRAM: ['UpdateItem'],
    });
    table.allowQuery(this.#fn, { ByOwner: ['POST', 'COMMENT', 'FILE', 'REMOVAL'] });
    bucket.allowDeletingAll(this.#fn);
    bucket.allowDeletingVersions(this.#fn);
    members.allowRemovingMembers(this.#fn);
    allowSocketRequest(this.#fn, stage, 'close-socket');

    const failures = new FailureQueue(this, 'Failures', this.#fn.function);
    this.failureQueueName = failures.queueName;
    this.ruleName = failures.schedule(this, 'Schedule', Duration.hours(1), this.#fn.function);
  }

  /** Lets a function start the job. */
  allowStarting(fn: BundledFunction): void {
    fn.setEnvironment('PURGE_FUNCTION_NAME', this.#fn.function.functionName);
    fn.allow(['lambda:InvokeFunction'], [this.#fn.function.functionArn]);
  }
}
