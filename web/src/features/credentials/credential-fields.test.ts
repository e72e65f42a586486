import { describe, expect, it } from 'vitest';
import { readCode } from './credential-fields.tsx';

/** Builds a form with this text in the field for the code. */
function buildForm(code: string): FormData {
  const form = new FormData();
  form.set('code', code);

  return form;
}

describe('readCode', () => {
  it.each(['123456', ' 123456\n', '123 456', '12\u00A034\u200956'])('reads the code from %j', (typedCode) => {
    expect(readCode(buildForm(typedCode))).toBe('123456');
  });

  it.each(['12345', '1234567', '12345x', ' '])('rejects %j', (typedCode) => {
    expect(() => readCode(buildForm(typedCode))).toThrow(expect.objectContaining({ field: 'code' }));
  });
});
