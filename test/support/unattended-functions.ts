import { type Metric, type Resource, readMetrics, readReferencedId, type StackTemplate } from './synthesis.ts';

/** A function that no HTTP route calls. */
interface UnattendedFunction {
  /** The logical ID without the hash: `AuditLedgers`. */
  readonly name: string;
  /** The caller: the WebSocket API, the user pool, or an event of a schedule, the bucket, or another function. */
  readonly caller: 'socket' | 'user pool' | 'event';
  /** Names of the alarms that ring if it fails. */
  readonly alarms: readonly string[];
}

/**
 * Lists the functions that no HTTP route calls, with the alarms that ring if they fail.
 *
 * No response shows a failure of these functions.
 *
 * An alarm covers a function by
 * - the `Errors` of the function, which Lambda counts if it throws, crashes, or times out;
 * - the messages in the queue of the function's failed events or records, unless the user pool calls it and receives
 *   the error;
 * - for a route of the WebSocket API, both its `Errors` and the metric `socketFailures`. Its wrapper counts the latter,
 *   and then responds, so that Lambda counts no error (lambdas/sockets/socket-failure.ts).
 *
 * Omits functions that only CloudFormation calls, for a custom resource: their failure fails the deployment.
 */
export function listUnattendedFunctions(templates: readonly StackTemplate[]): UnattendedFunction[] {
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const findByType = (type: string) => resources.filter(([, { Type }]) => Type === type);
  const exportedValues = findExports(templates);
  const idOf = (reference: unknown) => findId(reference, exportedValues);
  const idsIn = (value: unknown) => new Set(objectsIn(value).map(idOf));

  const integrations = findByType('AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => Properties);
  const integrationsOf = (protocol: string) => {
    const apis = findByType('AWS::ApiGatewayV2::Api').filter(
      ([, { Properties }]) => Properties.ProtocolType === protocol,
    );
    const ids = new Set(apis.map(([id]) => id));
    return idsIn(integrations.filter(({ ApiId }) => ids.has(idOf(ApiId))).map(({ IntegrationUri }) => IntegrationUri));
  };

  const httpFunctions = integrationsOf('HTTP');
  const socketFunctions = integrationsOf('WEBSOCKET');
  const poolFunctions = idsIn(
    findByType('AWS::Cognito::UserPool').map(([, { Properties }]) => Properties.LambdaConfig),
  );
  const deployFunctions = idsIn(resources.map(([, { Properties }]) => Properties?.ServiceToken));

  const alarms = findByType('AWS::CloudWatch::Alarm').map(([, alarm]) => {
    const { AlarmName, ActionsEnabled, AlarmActions } = alarm.Properties;
    const canRing = ActionsEnabled !== false && Boolean(AlarmActions);
    return {
      name: String(AlarmName).replace(/^fathom-[a-z]+-/, ''),
      metrics: canRing ? metricsOf(alarm) : [],
    };
  });

  // Without an ID, finds the alarms on the metric itself. An empty ID is an unknown resource, which has no alarm.
  const findAlarmsOn = (metricName: string, id?: string) =>
    alarms
      .filter(({ metrics }) =>
        metrics.some(
          ({ MetricName, Dimensions = [] }) =>
            MetricName === metricName &&
            (id === undefined || Dimensions.some(({ Value }) => id !== '' && idOf(Value) === id)),
        ),
      )
      .map(({ name }) => name);

  const findQueueAlarms = (functionId: string) =>
    [...findByType('AWS::Lambda::EventInvokeConfig'), ...findByType('AWS::Lambda::EventSourceMapping')]
      .filter(([, { Properties }]) => idOf(Properties.FunctionName) === functionId)
      .flatMap(([, { Properties }]) => {
        const { OnFailure } = (Properties.DestinationConfig ?? {}) as { OnFailure?: { Destination?: unknown } };
        return OnFailure ? findAlarmsOn('ApproximateNumberOfMessagesVisible', idOf(OnFailure.Destination)) : [];
      });

  const findAlarms = (functionId: string) => {
    const errorAlarms = findAlarmsOn('Errors', functionId);
    if (poolFunctions.has(functionId)) return errorAlarms;
    if (!socketFunctions.has(functionId)) return [...errorAlarms, ...findQueueAlarms(functionId)];

    const socketAlarms = new Set(findAlarmsOn('socketFailures'));
    return errorAlarms.filter((name) => socketAlarms.has(name));
  };

  const findCaller = (id: string) => {
    if (socketFunctions.has(id)) return 'socket';
    return poolFunctions.has(id) ? 'user pool' : 'event';
  };

  return findByType('AWS::Lambda::Function')
    .filter(([id]) => !httpFunctions.has(id) && !deployFunctions.has(id))
    .map(([id]) => ({
      name: id.replace(/Function[0-9A-F]{8}$/, ''),
      caller: findCaller(id),
      alarms: findAlarms(id),
    }));
}

/** Returns the metrics of an alarm: its only metric, or those of its expression. */
function metricsOf(alarm: Resource): Metric[] {
  // An alarm with an expression has no name of a metric here, so this entry then matches nothing.
  const onlyMetric = alarm.Properties as Metric;
  return [onlyMetric, ...readMetrics(alarm)];
}

/** Returns the values that stacks export, by name. */
function findExports(templates: readonly StackTemplate[]): ReadonlyMap<unknown, unknown> {
  const outputs = templates.flatMap(({ Outputs = {} }) => Object.values(Outputs));
  return new Map(outputs.flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value] as const] : [])));
}

/** Returns the logical ID of the resource that a reference names, in any stack. Empty if it names none. */
function findId(reference: unknown, exportedValues: ReadonlyMap<unknown, unknown>): string {
  const { 'Fn::ImportValue': importedName } = (reference ?? {}) as Record<string, unknown>;
  if (importedName !== undefined) return findId(exportedValues.get(importedName), exportedValues);
  return readReferencedId(reference) ?? '';
}

/** Returns all objects within a value, with the value itself. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
