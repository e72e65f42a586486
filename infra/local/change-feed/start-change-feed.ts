import { join } from 'node:path';
import { DYNOXIDE_FILE } from '../dynamodb/engine.ts';
import type { Guard } from '../iam/guard.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Terminal } from '../process/terminal.ts';
import type { Queues } from '../sqs.ts';
import type { ResolvedResource } from '../template/template.ts';
import { EventSourceMapping } from './event-source-mapping.ts';
import { StreamReader } from './stream-reader.ts';
import { StreamStorage } from './stream-storage.ts';

/** Number of records that are read before the read records are deleted from the stream's storage. */
const RECORDS_PER_TRIM = 10_000;

/** The permissions with which Lambda reads a stream. */
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
);

interface ChangeFeedSettings {
  readonly mapping: ResolvedResource;
  readonly tableName: string;
  readonly endpoint: string;
  /** Returns the path of a file or folder in the state directory. */
  readonly statePath: (part: string) => string;
  readonly terminal: Terminal;
  readonly guard: Guard;
  readonly functions: Functions;
  readonly queues: Queues;
}

/**
 * Creates the template's event source mapping. It delivers nothing before its `start`.
 *
 * @throws Error if the function's role may not read the stream. Lambda also requires this permission.
 */
export function createChangeFeed(settings: ChangeFeedSettings): EventSourceMapping {
  const { mapping, tableName, endpoint, statePath, terminal, guard, functions, queues } = settings;
  const storage = new StreamStorage(join(statePath('dynamodb'), DYNOXIDE_FILE));
  storage.addSequenceIndex();
  let trimmedUpTo = 0;

  const findDenial = (functionName: string, actions: readonly string[], resource: string) => {
    const { accessKeyId } = guard.getFunctionCredentials(functionName);
    const calls = actions.map((action) => ({ action, resource }));
    return guard.findDenial(accessKeyId, calls);
  };

  const feed = new EventSourceMapping({
    mapping,
    reader: new StreamReader(endpoint, tableName),
    file: statePath('change-feed/position.json'),
    terminal,
    invoke: (functionName, event) => functions.invoke(functions.findArn(functionName) ?? functionName, event),
    sendToDestination: (arn, message, functionName) => {
      if (!findDenial(functionName, ['sqs:SendMessage'], arn)) queues.send(arn, message);
    },
    onProgress: (position) => {
      // Trimming deletes records of all shards, so the slowest shard decides.
      const readUpTo = Math.min(...Object.values(position).map(Number));
      if (readUpTo - trimmedUpTo < RECORDS_PER_TRIM) return;

      trimmedUpTo = readUpTo;
      storage.trim(readUpTo);
    },
  });

  const denial = findDenial(feed.functionName, STREAM_ACTIONS, feed.streamArn);
  if (denial) throw new Error(denial);

  return feed;
}
