import { type Metric, type Resource, readMetrics, readReferencedId, type StackTemplate } from './template.ts';

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
  const stacks = new Stacks(templates);
  const alarms = new Alarms(stacks);

  const pools = stacks.findByType('AWS::Cognito::UserPool');
  const poolFunctions = stacks.resolveAll(pools.map(([, { Properties }]) => Properties.LambdaConfig));
  const socketFunctions = findApiFunctions(stacks, 'WEBSOCKET');
  const httpFunctions = findApiFunctions(stacks, 'HTTP');
  const deployFunctions = stacks.resolveAll(stacks.resources.map(([, { Properties }]) => Properties?.ServiceToken));

  const findCaller = (id: string): UnattendedFunction['caller'] => {
    if (socketFunctions.has(id)) return 'socket';
    return poolFunctions.has(id) ? 'user pool' : 'event';
  };

  return stacks
    .findByType('AWS::Lambda::Function')
    .filter(([id]) => !httpFunctions.has(id) && !deployFunctions.has(id))
    .map(([id]) => {
      const caller = findCaller(id);
      const name = id.replace(/Function[0-9A-F]{8}$/, '');
      return { name, caller, alarms: alarms.findByFunction(id, caller) };
    });
}

/** A resource with its logical ID. */
type ResourceEntry = readonly [id: string, resource: Resource];

/** The resources of all stacks. They refer to each other by logical ID or by an exported value. */
class Stacks {
  readonly resources: readonly ResourceEntry[];
  /** The values that stacks export, by name. */
  readonly #exportedValues: ReadonlyMap<unknown, unknown>;

  constructor(templates: readonly StackTemplate[]) {
    const outputs = templates.flatMap(({ Outputs = {} }) => Object.values(Outputs));
    this.resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
    this.#exportedValues = new Map(
      outputs.flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value] as const] : [])),
    );
  }

  findByType(type: string): ResourceEntry[] {
    return this.resources.filter(([, { Type }]) => Type === type);
  }

  /** Returns the logical ID of the resource that a reference names, in any stack. Empty if it names none. */
  resolve(reference: unknown): string {
    const { 'Fn::ImportValue': importedName } = (reference ?? {}) as Record<string, unknown>;
    if (importedName !== undefined) return this.resolve(this.#exportedValues.get(importedName));
    return readReferencedId(reference) ?? '';
  }

  /** Returns the logical IDs that all references within a value name. */
  resolveAll(value: unknown): ReadonlySet<string> {
    return new Set(listObjects(value).map((object) => this.resolve(object)));
  }
}

/** Returns all objects within a value, with the value itself. */
function listObjects(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(listObjects)];
}

/** The alarms of all stacks. Its functions return names of alarms. */
class Alarms {
  readonly #stacks: Stacks;
  /** Alarms that cannot ring have no metrics. */
  readonly #alarms: readonly { readonly name: string; readonly metrics: readonly Metric[] }[];

  constructor(stacks: Stacks) {
    this.#stacks = stacks;
    this.#alarms = stacks.findByType('AWS::CloudWatch::Alarm').map(([, alarm]) => {
      const { AlarmName, ActionsEnabled, AlarmActions } = alarm.Properties;
      const canRing = ActionsEnabled !== false && Boolean(AlarmActions);
      return {
        name: String(AlarmName).replace(/^fathom-[a-z]+-/, ''),
        metrics: canRing ? listMetrics(alarm) : [],
      };
    });
  }

  /**
   * Returns the alarms on a metric of the resource with this ID.
   *
   * Without an ID, finds the alarms on the metric itself. An empty ID is an unknown resource, which has no alarm.
   */
  findByMetric(metricName: string, id?: string): string[] {
    const isOfResource = ({ Dimensions = [] }: Metric) =>
      id === undefined || Dimensions.some(({ Value }) => id !== '' && this.#stacks.resolve(Value) === id);

    return this.#alarms
      .filter(({ metrics }) => metrics.some((metric) => metric.MetricName === metricName && isOfResource(metric)))
      .map(({ name }) => name);
  }

  /** Returns the alarms on the queues of a function's failed events and records. */
  findByFailureQueues(functionId: string): string[] {
    // Settings for events of other services, and for records of a stream.
    const eventSettings = [
      ...this.#stacks.findByType('AWS::Lambda::EventInvokeConfig'),
      ...this.#stacks.findByType('AWS::Lambda::EventSourceMapping'),
    ].filter(([, { Properties }]) => this.#stacks.resolve(Properties.FunctionName) === functionId);

    return eventSettings.flatMap(([, { Properties }]) => {
      const { OnFailure } = (Properties.DestinationConfig ?? {}) as { OnFailure?: { Destination?: unknown } };
      if (!OnFailure) return [];
      return this.findByMetric('ApproximateNumberOfMessagesVisible', this.#stacks.resolve(OnFailure.Destination));
    });
  }

  /** Returns the alarms that ring if a function with this caller fails. */
  findByFunction(functionId: string, caller: UnattendedFunction['caller']): string[] {
    const errorAlarms = this.findByMetric('Errors', functionId);
    if (caller === 'user pool') return errorAlarms;
    if (caller === 'event') return [...errorAlarms, ...this.findByFailureQueues(functionId)];

    // A socket function needs one alarm on both metrics.
    const socketAlarms = new Set(this.findByMetric('socketFailures'));
    return errorAlarms.filter((name) => socketAlarms.has(name));
  }
}

/** Returns the metrics of an alarm: its only metric, or those of its expression. */
function listMetrics(alarm: Resource): Metric[] {
  // An alarm with an expression has no name of a metric here, so this entry then matches nothing.
  const onlyMetric = alarm.Properties as Metric;
  return [onlyMetric, ...readMetrics(alarm)];
}

/** Returns the IDs of the functions that the API of this protocol calls. */
function findApiFunctions(stacks: Stacks, protocol: 'HTTP' | 'WEBSOCKET'): ReadonlySet<string> {
  const apis = stacks
    .findByType('AWS::ApiGatewayV2::Api')
    .filter(([, { Properties }]) => Properties.ProtocolType === protocol);
  const apiIds = new Set(apis.map(([id]) => id));

  const integrations = stacks
    .findByType('AWS::ApiGatewayV2::Integration')
    .filter(([, { Properties }]) => apiIds.has(stacks.resolve(Properties.ApiId)));
  return stacks.resolveAll(integrations.map(([, { Properties }]) => Properties.IntegrationUri));
}
