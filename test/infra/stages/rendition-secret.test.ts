import { describe, expect, it } from 'vitest';
import { findResources, synthesize } from '../../support/synthesis.ts';

const production = synthesize({ stage: 'prod' });

describe('the rendition secret', () => {
  const codeOf = ({ site }: typeof production) => {
    const codes = findResources(site, 'AWS::CloudFront::Function').map(([, { Properties }]) => Properties.FunctionCode);
    const [checkCode, ...otherCodes] = codes.filter((code) => JSON.stringify(code).includes('createHmac'));
    expect(otherCodes).toEqual([]);
    return checkCode as { readonly 'Fn::Join': readonly [string, readonly (string | object)[]] };
  };

  it("CloudFormation resolves the rendition secret in the CloudFront function's code", () => {
    const [separator, [start, arn, end]] = codeOf(production)['Fn::Join'];
    expect(separator).toBe('');
    expect(start).toMatch(/var KEY = '\{\{resolve:secretsmanager:$/);
    expect(arn).toEqual({ 'Fn::ImportValue': expect.stringMatching(/RenditionSecret/) });
    expect(end).toMatch(/^:SecretString:::\}\}';\n/);
  });

  it('the rendition secret has the configured version in CloudFront', () => {
    const synthesis = synthesize({ stage: 'dev', renditionSecretVersion: 'a2c4' });
    expect(codeOf(synthesis)['Fn::Join'][1].at(-1)).toMatch(/^:SecretString:::a2c4\}\}';\n/);
  });

  // "Quotas on CloudFront Functions" (CloudFront developer guide)
  it('leaves the function far below the 10 KB that CloudFront allows', () => {
    const [, parts] = codeOf(production)['Fn::Join'];
    const texts = parts.filter((part) => typeof part === 'string');
    expect(texts.join('').length).toBeLessThan(2000);
  });
});
