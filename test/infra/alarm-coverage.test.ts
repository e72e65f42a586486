import { describe, expect, it } from 'vitest';
import { findResources, synthesise } from '../support/synthesis.ts';

/* Every function that no HTTP route calls has an alarm: no status of a response shows that it fails. */

const { operations, stacks } = synthesise({ stage: 'prod', malwareScanning: true });
const templates = stacks.map(([, template]) => template);

const find = (type: string) => templates.flatMap((template) => findResources(template, type));

/** Returns the logical ID in a reference, of the same stack or an imported one. */
function targetOf(reference: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::ImportValue': imported } = (reference ?? {}) as Record<string, unknown>;
  if (typeof imported === 'string') return targetOf(exported.get(imported));
  return String(Ref ?? (Array.isArray(attribute) ? attribute[0] : ''));
}

const exported = new Map(
  templates.flatMap((template) => {
    const outputs = (template.toJSON().Outputs ?? {}) as Record<string, { Value: unknown; Export?: { Name: string } }>;
    return Object.values(outputs).flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value] as const] : []));
  }),
);

/** Returns all objects within a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

/** Logical IDs of all resources that something refers to. */
const targetsIn = (value: unknown) => new Set(objectsIn(value).map(targetOf));

const alarms = findResources(operations, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
/** Functions whose errors, and queues whose messages, an alarm watches. */
const watched = targetsIn(alarms);

const httpFunctions = targetsIn(
  find('AWS::ApiGatewayV2::Integration').filter(([, { Properties }]) => Properties.PayloadFormatVersion === '2.0'),
);

/** Functions whose failed events a watched queue keeps. */
const withWatchedQueue = find('AWS::Lambda::EventInvokeConfig').flatMap(([, { Properties }]) => {
  const queue = (Properties.DestinationConfig as { OnFailure?: { Destination?: unknown } })?.OnFailure?.Destination;
  return watched.has(targetOf(queue)) ? [targetOf(Properties.FunctionName)] : [];
});

/** The functions of Fathom, without those that the CDK deploys for itself. */
const functions = find('AWS::Lambda::Function')
  .filter(([, { Properties }]) => String(Properties.Description ?? '') !== '' && Properties.Handler === 'index.handler')
  .map(([id]) => id)
  .filter((id) => !/^(BucketNotificationsHandler|Custom|AWS)/.test(id));

describe('functions that no HTTP route calls', () => {
  const unattended = functions.filter((id) => !httpFunctions.has(id));

  it('are the triggers, the jobs, the canary, and the socket routes', () => {
    expect(unattended.length).toBeGreaterThanOrEqual(17);
    expect(functions.length).toBeGreaterThan(unattended.length);
  });

  it('have an alarm each, for their errors or for the queue of their failed events', () => {
    const missing = unattended.filter((id) => !watched.has(id) && !withWatchedQueue.includes(id));
    expect(missing).toEqual([]);
  });
});
