/** `npm run trace -- --function <function>`: shows a minified stack trace with source files and lines. */
import { text } from 'node:stream/consumers';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { DeployedCode } from '../infra/deployed/deployed-code.ts';
import { download } from '../infra/deployed/download.ts';
import { parseTraceOptions, TRACE_HELP, traceStack } from '../infra/deployed/trace.ts';
import { runCommand } from './run-command.ts';

async function main(): Promise<void> {
  const options = parseTraceOptions(process.argv.slice(2));
  if (options === undefined) {
    console.log(TRACE_HELP);
    return;
  }

  const openStage = (stage: string) => new DeployedCode(stage, { client: new LambdaClient({}), download });
  const trace = await traceStack(await text(process.stdin), options, openStage);
  // The input usually ends with a line break, and console.log adds one.
  console.log(trace.trimEnd());
}

await runCommand(main);
