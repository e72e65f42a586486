/** `npm run logs -- --stage <stage>`: searches the logs of a stage's functions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { DeployedCode } from '../infra/deployed/deployed-code.ts';
import { download } from '../infra/deployed/download.ts';
import { LOGS_HELP, parseLogOptions } from '../infra/deployed/log-query.ts';
import { printLogs } from '../infra/deployed/read-logs.ts';
import { createStackTraceResolver } from '../infra/deployed/resolve-log-stacks.ts';
import { runCommand } from './run-command.ts';

async function main(): Promise<void> {
  const options = parseLogOptions(process.argv.slice(2));
  if (options === undefined) {
    console.log(LOGS_HELP);
    return;
  }

  const code = new DeployedCode(options.stage, { client: new LambdaClient({}), download });
  const resolveStackTraces = createStackTraceResolver(code, console.error);
  const client = new CloudWatchLogsClient({});
  await printLogs(options, { client, now: Date.now, sleep, print: console.log, resolveStackTraces });
}

await runCommand(main);
