import { describe, expect, it } from 'vitest';
import { sentenceFor } from './error-sentence.ts';

const error = "The server's sentence.";

describe('sentenceFor', () => {
  it("returns the page's sentence, with the parameters", () => {
    expect(sentenceFor({ code: 'InvalidCode', error })).toMatch(/^That code is wrong/);
    expect(sentenceFor({ code: 'DepthTooLow', params: { missingMetres: 2 }, error })).toContain('2.00m');
  });

  it.each([
    ['an unknown code', { code: 'TooManyBlocks' }],
    ['a code without its parameters', { code: 'DepthTooLow' }],
    ['unknown parameters', { code: 'NotFound', params: { item: 'notification' } }],
    ['the name of an inherited property', { code: 'constructor' }],
  ])("returns the server's sentence for %s", (_, response) => {
    expect(sentenceFor({ ...response, error })).toBe(error);
  });
});
