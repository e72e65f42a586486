/**
 * The key with which functions sign the URLs of renditions (smaller copies of pictures). A CloudFront function checks
 * the signatures. It can't read secrets, so CloudFormation inserts the key into its code.
 */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../../support/synthesis.ts';
import { findResources, readJoin } from '../../support/template.ts';

const production = synthesize({ stage: 'prod' });

describe('the rendition secret', () => {
  /** Returns the code of the function that checks signatures, as the texts and references that the template joins. */
  const readCheckCode = ({ site }: typeof production) => {
    const codes = findResources(site, 'AWS::CloudFront::Function').map(({ Properties }) => Properties.FunctionCode);
    const [checkCode, ...otherCodes] = codes.filter((code) => JSON.stringify(code).includes('createHmac'));
    expect(otherCodes).toEqual([]);
    return readJoin(checkCode);
  };

  it("CloudFormation resolves the rendition secret in the CloudFront function's code", () => {
    const { separator, parts } = readCheckCode(production);
    const [start, arn, end] = parts;

    expect(separator).toBe('');
    expect(start).toMatch(/var KEY = '\{\{resolve:secretsmanager:$/);
    expect(arn).toEqual({ 'Fn::ImportValue': expect.stringMatching(/RenditionSecret/) });
    expect(end).toMatch(/^:SecretString:::\}\}';\n/);
  });

  it('the rendition secret has the configured version in CloudFront', () => {
    const synthesis = synthesize({ stage: 'dev', renditionSecretVersion: 'a2c4' });
    expect(readCheckCode(synthesis).parts.at(-1)).toMatch(/^:SecretString:::a2c4\}\}';\n/);
  });

  // "Quotas on CloudFront Functions" (CloudFront developer guide)
  it('leaves the function far below the 10 KB that CloudFront allows', () => {
    const { parts } = readCheckCode(production);
    const texts = parts.filter((part) => typeof part === 'string');
    expect(texts.join('').length).toBeLessThan(2000);
  });
});
