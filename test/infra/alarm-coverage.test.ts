/** Checks that each function without an HTTP route has an alarm: no HTTP response shows that such a function fails. */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { readTemplate, type StackTemplate } from '../support/template.ts';
import { listUnattendedFunctions } from '../support/unattended-functions.ts';

const { stacks } = synthesize({ stage: 'prod', malwareScanning: true });
const templates = stacks.map(([, template]) => readTemplate(template));

/** Number of the WebSocket API's routes. Each has its own function. */
const SOCKET_FUNCTION_COUNT = 7;

/** Number of functions whose failed events or records arrive in a queue. */
const QUEUE_FUNCTION_COUNT = 10;

/** Number of other functions whose errors Lambda counts: the two triggers of the user pool, and the canary. */
const OTHER_FUNCTION_COUNT = 3;

/** Returns the names of functions without an alarm, after `change` has been applied to each stack's resources. */
function findFunctionsWithoutAlarm(
  change: (resources: StackTemplate['Resources']) => StackTemplate['Resources'],
): string[] {
  const changedTemplates = templates.map((template) => ({ ...template, Resources: change(template.Resources) }));
  return listUnattendedFunctions(changedTemplates)
    .filter(({ alarms }) => alarms.length === 0)
    .map(({ name }) => name);
}

/** Returns a function that removes an alarm from the resources of a stack. */
const removeAlarm = (alarm: string) => (resources: StackTemplate['Resources']) =>
  Object.fromEntries(
    Object.entries(resources).filter(([, { Properties }]) => Properties?.AlarmName !== `fathom-prod-${alarm}`),
  );

/** Returns a function that replaces a metric wherever the resources of a stack name it, as its alarms do. */
const replaceMetric = (metricName: string) => (resources: StackTemplate['Resources']) =>
  JSON.parse(JSON.stringify(resources).replaceAll(`"MetricName":"${metricName}"`, '"MetricName":"Duration"'));

describe('functions that no HTTP route calls', () => {
  it('every function without an HTTP route has an alarm for its failures', () => {
    const coverage = listUnattendedFunctions(templates).map(({ name, caller, alarms }) => [name, caller, ...alarms]);

    // The function, what calls it, and the alarm that reports its failures.
    expect(coverage.sort()).toEqual([
      ['AuditLedgers', 'event', 'JobFailed'],
      ['CanaryCheck', 'event', 'CanaryFailed'],
      ['ChangeFeedApply', 'event', 'ChangeFeedFailed'],
      ['CloseSocket', 'event', 'SocketRequestFailed'],
      ['FileStored', 'event', 'FileStoredFailed'],
      ['MalwareScanScanResult', 'event', 'ScanResultFailed'],
      ['MediaProcess', 'event', 'MediaFailed'],
      ['PostConfirmation', 'user pool', 'PostConfirmationFailed'],
      ['PreSignUp', 'user pool', 'PreSignUpFailed'],
      ['PurgeJobPurge', 'event', 'PurgeFailed'],
      ['PurgeOrphans', 'event', 'JobFailed'],
      ['ReconcileUploads', 'event', 'JobFailed'],
      ['SendDepth', 'event', 'SocketRequestFailed'],
      ['socketsconnect', 'socket', 'SocketsFailed'],
      ['socketsdefault', 'socket', 'SocketsFailed'],
      ['socketsdisconnect', 'socket', 'SocketsFailed'],
      ['socketsmarkread', 'socket', 'SocketsFailed'],
      ['socketsping', 'socket', 'SocketsFailed'],
      ['socketssendmessage', 'socket', 'SocketsFailed'],
      ['socketstyping', 'socket', 'SocketsFailed'],
    ]);
  });

  it('reports functions whose alarm is missing', () => {
    expect(findFunctionsWithoutAlarm(removeAlarm('JobFailed')).sort()).toEqual([
      'AuditLedgers',
      'PurgeOrphans',
      'ReconcileUploads',
    ]);
    expect(findFunctionsWithoutAlarm(removeAlarm('PostConfirmationFailed'))).toEqual(['PostConfirmation']);
    expect(findFunctionsWithoutAlarm(removeAlarm('SocketRequestFailed')).sort()).toEqual(['CloseSocket', 'SendDepth']);
    expect(findFunctionsWithoutAlarm(removeAlarm('SocketsFailed'))).toHaveLength(SOCKET_FUNCTION_COUNT);
  });

  it('reports functions whose alarm reads another metric', () => {
    // The wrapper of socket routes responds after an error, so Lambda counts no error.
    expect(findFunctionsWithoutAlarm(replaceMetric('socketFailures'))).toHaveLength(SOCKET_FUNCTION_COUNT);

    // The alarm of a socket function adds both metrics, so it is incomplete without either.
    const functionsWithoutErrorAlarm = findFunctionsWithoutAlarm(replaceMetric('Errors'));
    expect(functionsWithoutErrorAlarm).toHaveLength(SOCKET_FUNCTION_COUNT + OTHER_FUNCTION_COUNT);

    // The functions that events call, except the canary.
    const functionsWithoutQueueAlarm = findFunctionsWithoutAlarm(replaceMetric('ApproximateNumberOfMessagesVisible'));
    expect(functionsWithoutQueueAlarm).toHaveLength(QUEUE_FUNCTION_COUNT);
  });

  it('reports a new function without an alarm', () => {
    const NewFunction = { Type: 'AWS::Lambda::Function', Properties: { Handler: 'index.handler' } };
    const uncoveredFunctions = findFunctionsWithoutAlarm((resources) => ({ ...resources, NewFunction }));
    // The change adds the function to each stack.
    expect(new Set(uncoveredFunctions)).toEqual(new Set(['NewFunction']));
  });
});
