/** `npm run queues`: shows, repeats, or drops events that functions failed to handle. */
import { parseArgs } from 'node:util';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  dropEvent,
  type FailedEvent,
  receiveEvents,
  redriveEvent,
  releaseEvent,
} from '../infra/queues/failed-events.ts';
import { expandLocalOption, findStage, STAGE_OPTIONS } from './find-stage.ts';
import { runCommand } from './run-command.ts';

const HELP = `Shows, repeats, or drops events that functions failed to handle.

  npm run queues -- --stage prod list                      prints the events of all failure queues
  npm run queues -- --stage prod redrive --message <id>    sends an event to its function again
  npm run queues -- --stage prod drop --message <id>       prints an event and deletes it
  npm run queues -- --stage prod redrive --all             every event
  npm run queues -- --stage prod … --queue Purge           only queues whose name contains "Purge"
  npm run queues -- --local list                           the local cloud that runs on .local/

Account and region come from the environment: AWS_PROFILE, AWS_REGION. docs/runbooks.md#a-poisoned-queue says when.
`;

const ACTIONS = ['list', 'redrive', 'drop'] as const;

type Action = (typeof ACTIONS)[number];

/** Maximum characters of an event's payload that a list shows. */
const MAX_LISTED_CHARACTERS = 300;

function parseOptions() {
  const { values, positionals } = parseArgs({
    args: expandLocalOption(process.argv.slice(2), ACTIONS),
    allowPositionals: true,
    options: {
      ...STAGE_OPTIONS,
      queue: { type: 'string', default: '' },
      message: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

  return { ...values, action: ACTIONS.find((action) => positionals.length === 1 && action === positionals[0]) };
}

/** Formats an event for the terminal. */
function formatEvent(
  { id, queueUrl, functionArn, failedAt, reason, payload }: FailedEvent,
  maxCharacters: number,
): string {
  const visiblePayload = payload.length > maxCharacters ? `${payload.slice(0, maxCharacters)}…` : payload;
  const queueName = queueUrl.split('/').at(-1);
  const functionName = functionArn?.split(':').at(-1) ?? 'no function';

  return `${id}  ${queueName}\n  ${failedAt ?? ''} ${functionName}: ${reason}\n  ${visiblePayload}`;
}

async function main(): Promise<void> {
  const options = parseOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }

  const { action, message: messageId, all, queue: namePart } = options;
  if (!action) throw new Error(`Name one of ${ACTIONS.join(', ')}.\n\n${HELP}`);

  const namesMessage = messageId !== undefined;
  if (action !== 'list' && namesMessage === all) throw new Error('Name one of --message and --all.');

  const { queueUrls } = await findStage(options);
  const sqs = new SQSClient({});
  const lambda = new LambdaClient({});
  const chosenQueues = queueUrls.filter((url) => url.split('/').at(-1)?.includes(namePart));
  const events = (await Promise.all(chosenQueues.map((url) => receiveEvents(sqs, url)))).flat();

  // An event is gone after its drop, so it is printed in full.
  const maxCharacters = action === 'drop' ? Number.POSITIVE_INFINITY : MAX_LISTED_CHARACTERS;
  let successCount = 0;

  for (const event of events) {
    const isChosen = action !== 'list' && (all || event.id === messageId);
    if (action === 'list' || isChosen) console.log(formatEvent(event, maxCharacters));

    const wasHandled = await handleEvent(event, isChosen ? action : 'list', { sqs, lambda });
    if (isChosen && wasHandled) successCount++;
  }

  if (action === 'list') console.log(`${events.length} events in ${chosenQueues.length} queues.`);
  else console.log(`${successCount} of ${events.length} events: ${action === 'redrive' ? 'sent again' : 'dropped'}.`);
}

/** Does one action with a received event. Prints an error, and returns false, if the action fails. */
async function handleEvent(
  event: FailedEvent,
  action: Action,
  { sqs, lambda }: { readonly sqs: SQSClient; readonly lambda: LambdaClient },
): Promise<boolean> {
  try {
    // Receiving hides an event from other readers for a while, so events that stay are released.
    if (action === 'list') await releaseEvent(sqs, event);
    else if (action === 'redrive') await redriveEvent(lambda, sqs, event);
    else await dropEvent(sqs, event);
    return true;
  } catch (error) {
    console.error(`  failed: ${(error as Error).message}`);
    process.exitCode = 1;
    await releaseEvent(sqs, event);
    return false;
  }
}

await runCommand(main);
