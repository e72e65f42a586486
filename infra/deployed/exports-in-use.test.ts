/**
 * Tests of the check for exports that a deployment removes while a deployed stack imports them, such as when a setting
 * is switched off.
 */
import { describe, expect, it } from 'vitest';
import type { Template, Templates } from './dangerous-changes.ts';
import { findExportsInUse } from './exports-in-use.ts';

/** Builds a template that exports and imports values with these names. */
const buildTemplate = (exported: readonly string[], imported: readonly string[]): Template => ({
  Outputs: Object.fromEntries(exported.map((Name) => [Name, { Value: 'x', Export: { Name } }])),
  Resources: {
    Alarm: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Dimensions: imported.map((name) => ({ 'Fn::ImportValue': name })) },
    } as never,
  },
});

/** A stage with the canary: two stacks import its client, and one imports the site's address. */
const WITH_CANARY = {
  storage: buildTemplate(['Pool', 'Client'], []),
  api: buildTemplate([], ['Pool', 'Client']),
  site: buildTemplate(['Address'], ['Pool']),
  operations: buildTemplate([], ['Client', 'Address']),
};
const WITHOUT_CANARY = {
  storage: buildTemplate(['Pool'], []),
  api: buildTemplate([], ['Pool']),
  site: buildTemplate([], ['Pool']),
  operations: buildTemplate([], []),
};

/** Returns the stacks that the refusal names, per stack that would lose an export. */
const findStacks = (deployed: Templates, after: Templates) =>
  findExportsInUse(deployed, after).map(({ message }) => [
    message.split(' ')[0],
    /--exclusively: (.*?)\./.exec(message)?.[1],
  ]);

describe('findExportsInUse', () => {
  it('names the stacks to deploy first, the last stack first, if a removed export is in use', () => {
    expect(findStacks(WITH_CANARY, WITHOUT_CANARY)).toEqual([
      ['storage', 'operations, api'],
      ['site', 'operations'],
    ]);
  });

  it('accepts the named stacks one by one, and then all', () => {
    const first = { ...WITH_CANARY, operations: WITHOUT_CANARY.operations };
    const second = { ...first, api: WITHOUT_CANARY.api };

    expect(findStacks(WITH_CANARY, first)).toEqual([]);
    expect(findStacks(first, second)).toEqual([]);
    expect(findStacks(second, WITHOUT_CANARY)).toEqual([]);
  });

  it('advises to keep the export if a stack that uses it also needs a new export', () => {
    const deployed = { storage: buildTemplate(['Pool', 'Client'], []), api: buildTemplate([], ['Pool', 'Client']) };
    const next = { storage: buildTemplate(['Pool', 'Bucket'], []), api: buildTemplate([], ['Pool', 'Bucket']) };

    const [change] = findExportsInUse(deployed, next);

    expect(change?.message).toMatch(/also needs a new export.*Keep Client .*exportValue\(\) in the code of storage\./);
    expect(change?.message).not.toContain('--exclusively');
    // The advice works: both exports exist for one deployment.
    const both = { ...next, storage: buildTemplate(['Pool', 'Client', 'Bucket'], []) };
    expect(findExportsInUse(deployed, both)).toEqual([]);
    expect(findExportsInUse(both, next)).toEqual([]);
  });

  it('advises to keep the export if a stack needs a new export of a stack that is deployed later', () => {
    const deployed = {
      storage: buildTemplate(['Client'], []),
      api: buildTemplate([], ['Client']),
      operations: buildTemplate([], ['Client']),
    };
    const next = {
      storage: buildTemplate([], []),
      api: buildTemplate(['Log'], []),
      operations: buildTemplate([], ['Log']),
    };

    expect(findExportsInUse(deployed, next)[0]?.message).toContain('Keep Client ');
  });

  it('reads the imports of the sources if a deployment updates only the exporting stack', () => {
    const deployed = { storage: buildTemplate(['Client'], []), api: buildTemplate([], ['Client']) };
    const next = { storage: buildTemplate(['Bucket'], []), api: buildTemplate([], ['Bucket']) };

    const [change] = findExportsInUse(deployed, { ...deployed, storage: next.storage }, next);

    expect(change?.message).toContain('Keep Client ');
  });

  it('accepts more exports, a first deployment, and a stack that the next deployment omits', () => {
    const { operations: _, ...omitted } = WITH_CANARY;

    expect(findStacks(WITHOUT_CANARY, WITH_CANARY)).toEqual([]);
    expect(findStacks({}, WITH_CANARY)).toEqual([]);
    expect(findStacks(WITH_CANARY, omitted)).toEqual([]);
  });
});
