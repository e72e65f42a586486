/**
 * Compares the patterns of linters/accepted-findings.ts with the templates: a finding of a linter is accepted for
 * exactly the functions for which its reason is true.
 */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findResources, readReferencedId, readTemplate } from '../support/template.ts';
import { listUnattendedFunctions } from '../support/unattended-functions.ts';
import { CDK_FUNCTION, EVENT_FUNCTION } from './linters/accepted-findings.ts';

const { stacks } = synthesize({ stage: 'prod', malwareScanning: true });
const templates = stacks.map(([, template]) => template);
const listResources = (type: string) => templates.flatMap((template) => findResources(template, type));

/** Returns the IDs of functions that match a pattern of accepted-findings.ts. */
function findFunctions(pattern: string): string[] {
  const ids = listResources('AWS::Lambda::Function').map(({ id }) => id);
  return ids.filter((id) => new RegExp(`^${pattern}`).test(id)).sort();
}

describe('the reasons in accepted-findings.ts', () => {
  it('EVENT_FUNCTION matches exactly the functions with an on-failure destination', () => {
    const configs = ['AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::EventSourceMapping'].flatMap(listResources);
    const destinationConfigs = configs.filter(({ Properties }) => JSON.stringify(Properties).includes('OnFailure'));
    const ids = destinationConfigs.map(({ Properties }) => readReferencedId(Properties.FunctionName));

    expect(findFunctions(EVENT_FUNCTION)).toEqual(ids.sort());
  });

  it('events call only the functions that EVENT_FUNCTION and CDK_FUNCTION match, and the canary', () => {
    const eventFunctions = listUnattendedFunctions(templates.map(readTemplate)).filter(
      ({ caller }) => caller === 'event',
    );
    const explainedName = new RegExp(`^(${EVENT_FUNCTION}|${CDK_FUNCTION})`);
    const otherFunctions = eventFunctions.map(({ name }) => name).filter((name) => !explainedName.test(name));

    expect(otherFunctions).toEqual(['CanaryCheck']);
  });
});
