/** The effect of settings on the templates: rate limits, tracing, and reserved concurrency. */
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { RESERVED_CONCURRENCY } from '../../../infra/constructs/reserved-concurrency.ts';
import { ALL_SETTINGS } from '../../support/all-settings.ts';
import { synthesize } from '../../support/synthesis.ts';
import { findPolicies, findResources, readStatements, readVariables } from '../../support/template.ts';

const production = synthesize({ stage: 'prod' });
const allSettings = synthesize({ stage: 'prod', ...ALL_SETTINGS });

describe('throttling', () => {
  const listLimits = (template: Template) =>
    findResources(template, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties.DefaultRouteSettings);

  it('uses the limits of production, of development, or of the settings', () => {
    const development = synthesize({ stage: 'dev' });
    const customStage = synthesize({ requestsPerSecond: 7, requestBurst: 8, framesPerSecond: 9, frameBurst: 10 });

    expect(listLimits(production.api)).toEqual([{ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }]);
    expect(listLimits(production.sockets)).toEqual([{ ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 }]);

    expect(listLimits(development.api)).toEqual([{ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }]);
    expect(listLimits(development.sockets)).toEqual([{ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 }]);

    expect(listLimits(customStage.api)).toEqual([{ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 }]);
    expect(listLimits(customStage.sockets)).toEqual([{ ThrottlingRateLimit: 9, ThrottlingBurstLimit: 10 }]);
  });
});

describe('tracing', () => {
  const listFunctions = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api]
      .flatMap((template) => findResources(template, 'AWS::Lambda::Function'))
      // The CDK's own function.
      .filter(({ id }) => !id.startsWith('BucketNotificationsHandler'));
  const listModes = (synthesis: typeof production) =>
    listFunctions(synthesis).map(({ Properties }) => {
      const tracing = Properties.TracingConfig as { readonly Mode: string } | undefined;
      return tracing?.Mode;
    });

  it('tracing is active in every function if it is on, and in none otherwise', () => {
    expect(new Set(listModes(allSettings))).toEqual(new Set(['Active']));
    expect(new Set(listModes(production))).toEqual(new Set([undefined]));
  });

  it('tracing adds the only permission without a resource, which is to write traces', () => {
    const { storage, sockets, api } = allSettings;
    const wildcardStatements = [storage, sockets, api]
      .flatMap((template) => findPolicies(template))
      .filter(({ id }) => !id.startsWith('BucketNotificationsHandler'))
      .flatMap(readStatements)
      .filter(({ Resource }) => Resource === '*');

    expect(wildcardStatements.length).toBe(listFunctions(allSettings).length);
    for (const { Action } of wildcardStatements) {
      expect([Action].flat().sort()).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    }
  });
});

describe('reserved concurrency', () => {
  const listReservations = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api].flatMap((template) =>
      findResources(template, 'AWS::Lambda::Function')
        .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
        .map((lambda) => [
          String(readVariables(lambda).POWERTOOLS_SERVICE_NAME),
          lambda.Properties.ReservedConcurrentExecutions,
        ]),
    );

  it('reserved concurrency applies to the listed functions if it is on, and is off by default', () => {
    expect(Object.fromEntries(listReservations(allSettings))).toEqual(RESERVED_CONCURRENCY);
    expect(listReservations(production)).toEqual([]);
  });
});
