import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { BundledFunction } from './bundled-function.ts';
import { FailureQueue } from './failure-queue.ts';
import type { FileBucket } from './file-bucket.ts';
import type { SingleTable } from './single-table.ts';

interface MediaProcessingProps {
  readonly stage: Stage;
  /** Folder of the bundle of `triggers-process-media`. */
  readonly bundle: string;
  readonly table: SingleTable;
  readonly bucket: FileBucket;
}

/**
 * The function that cleans and renders files.
 *
 * The function decodes uploads of strangers, so it can read and change only the files of members, not their profiles,
 * ledgers, or messages.
 *
 * See docs/adr/0043-processing-media.md.
 */
export class MediaProcessing extends Construct {
  readonly failureQueueName: string;
  readonly #fn: BundledFunction;

  constructor(scope: Construct, id: string, { stage, bundle, table, bucket }: MediaProcessingProps) {
    super(scope, id);
    this.#fn = new BundledFunction(this, 'Process', {
      stage,
      name: 'triggers-process-media',
      bundle,
      description: 'Removes hidden metadata from files, and renders their pictures',
      // Cleaning the largest file copies 1 GB. lambdas/files/process-media.ts reserves a file for longer than this.
      timeoutSeconds: 300,
      // A picture of 100 megapixels is decoded in memory.
      memoryMb: 2048,
    });

    table.allow(this.#fn, { FILE: ['GetItem', 'UpdateItem'] });
    bucket.allow(this.#fn, 'file', 'GetObject', 'PutObject', 'AbortMultipartUpload');
    bucket.allow(this.#fn, 'rendition', 'PutObject', 'DeleteObject');
    bucket.allow(this.#fn, 'poster', 'GetObject', 'DeleteObject');
    bucket.allowExistenceCheck(this.#fn);
    this.failureQueueName = new FailureQueue(this, 'Failures', this.#fn.function).queueName;
  }

  /** Lets a function start the processing of a file. */
  allowStarting(fn: BundledFunction): void {
    fn.setEnvironment('MEDIA_FUNCTION_NAME', this.#fn.function.functionName);
    fn.allow(['lambda:InvokeFunction'], [this.#fn.function.functionArn]);
  }
}
