import { describe, expect, it } from 'vitest';
import { readTemplate, type StackTemplate, synthesize } from '../support/synthesis.ts';
import { listUnattendedFunctions } from '../support/unattended-functions.ts';

const { stacks } = synthesize({ stage: 'prod', malwareScanning: true });
const templates = stacks.map(([, template]) => readTemplate(template));

/** Number of the WebSocket API's routes. Each has its own function. */
const SOCKET_FUNCTIONS = 7;

/** Returns the names of functions without an alarm, after a change of each stack's resources. */
function findUncovered(change: (resources: StackTemplate['Resources']) => StackTemplate['Resources']): string[] {
  const changedTemplates = templates.map((template) => ({ ...template, Resources: change(template.Resources) }));
  return listUnattendedFunctions(changedTemplates).flatMap(({ name, alarms }) => (alarms.length > 0 ? [] : name));
}

/** Returns a function that removes an alarm from the resources of a stack. */
const withoutAlarm = (alarm: string) => (resources: StackTemplate['Resources']) =>
  Object.fromEntries(
    Object.entries(resources).filter(([, { Properties }]) => Properties?.AlarmName !== `fathom-prod-${alarm}`),
  );

/** Returns a function that replaces a metric in all alarms of a stack. */
const withoutMetric = (metricName: string) => (resources: StackTemplate['Resources']) =>
  JSON.parse(JSON.stringify(resources).replaceAll(`"MetricName":"${metricName}"`, '"MetricName":"Duration"'));

/** No response shows a failure of these functions, so each needs an alarm. */
describe('functions that no HTTP route calls', () => {
  it('every function without an HTTP route has an alarm for its failures', () => {
    const coverage = listUnattendedFunctions(templates).map(({ name, caller, alarms }) => [name, caller, ...alarms]);

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
    expect(findUncovered(withoutAlarm('JobFailed')).sort()).toEqual([
      'AuditLedgers',
      'PurgeOrphans',
      'ReconcileUploads',
    ]);
    expect(findUncovered(withoutAlarm('PostConfirmationFailed'))).toEqual(['PostConfirmation']);
    expect(findUncovered(withoutAlarm('SocketRequestFailed')).sort()).toEqual(['CloseSocket', 'SendDepth']);
    expect(findUncovered(withoutAlarm('SocketsFailed'))).toHaveLength(SOCKET_FUNCTIONS);
  });

  it('reports functions whose alarm reads another metric', () => {
    // The wrapper of socket routes responds after an error, so Lambda counts none.
    expect(findUncovered(withoutMetric('socketFailures'))).toHaveLength(SOCKET_FUNCTIONS);
    // The other three are the two triggers of the user pool, and the canary.
    expect(findUncovered(withoutMetric('Errors'))).toHaveLength(SOCKET_FUNCTIONS + 3);
    // All functions that events call, except the canary.
    expect(findUncovered(withoutMetric('ApproximateNumberOfMessagesVisible'))).toHaveLength(10);
  });

  it('reports a new function without an alarm', () => {
    const NewFunction = { Type: 'AWS::Lambda::Function', Properties: { Handler: 'index.handler' } };
    expect(new Set(findUncovered((resources) => ({ ...resources, NewFunction })))).toEqual(new Set(['NewFunction']));
  });
});
