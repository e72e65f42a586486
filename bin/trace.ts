/** `npm run trace -- --function <function>`: shows a minified stack trace with source files and lines. */
import { text } from 'node:stream/consumers';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { describeError, findRegion } from '../infra/deployed/aws-connection.ts';
import { DeployedCode } from '../infra/deployed/deployed-code.ts';
import { download } from '../infra/deployed/download.ts';
import { parseTraceOptions, TRACE_HELP, traceStack } from '../infra/deployed/trace.ts';

try {
  const options = parseTraceOptions(process.argv.slice(2));
  const openStage = (stage: string) =>
    new DeployedCode(stage, { client: new LambdaClient({ region: findRegion() }), download });
  if (options === undefined) console.log(TRACE_HELP);
  else console.log((await traceStack(await text(process.stdin), options, openStage)).trimEnd());
} catch (error) {
  console.error(describeError(error as Error));
  process.exitCode = 1;
}
