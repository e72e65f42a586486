import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { listUnattendedFunctions, type StackTemplate } from '../support/unattended-functions.ts';
import { CDK_FUNCTION, KEEPS_FAILED_EVENTS } from './linters/accepted-findings.ts';

const { stacks } = synthesize({ stage: 'prod', malwareScanning: true });
const templates = stacks.map(([, template]) => template.toJSON() as StackTemplate);
const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));

/** Returns the IDs of functions that match a pattern of accepted-findings.ts. */
function findFunctions(pattern: string): string[] {
  const ids = resources.filter(([, { Type }]) => Type === 'AWS::Lambda::Function').map(([id]) => id);
  return ids.filter((id) => new RegExp(`^${pattern}`).test(id)).sort();
}

describe('the reasons in accepted-findings.ts', () => {
  it('KEEPS_FAILED_EVENTS matches exactly the functions with an on-failure destination', () => {
    const configs = resources.filter(([, { Type }]) => /^AWS::Lambda::Event(InvokeConfig|SourceMapping)$/.test(Type));
    const withDestination = configs.filter(([, { Properties }]) => JSON.stringify(Properties).includes('OnFailure'));
    const ids = withDestination.map(([, { Properties }]) => (Properties.FunctionName as { Ref: string }).Ref);

    expect(findFunctions(KEEPS_FAILED_EVENTS)).toEqual(ids.sort());
  });

  it('events call no other functions, except the canary', () => {
    const eventFunctions = listUnattendedFunctions(templates).filter(({ caller }) => caller === 'event');
    const explained = new RegExp(`^(${KEEPS_FAILED_EVENTS}|${CDK_FUNCTION})`);
    const otherFunctions = eventFunctions.map(({ name }) => name).filter((name) => !explained.test(name));

    expect(otherFunctions).toEqual(['CanaryCheck']);
  });
});
