import { describe, expect, it } from 'vitest';
import { readCode } from './credential-fields.tsx';

function formWith(code: string): FormData {
  const form = new FormData();
  form.set('code', code);
  return form;
}

describe('readCode', () => {
  it.each(['123456', ' 123456\n', '123 456', '12\u00A034\u200956'])('reads the code from %j', (typed) => {
    expect(readCode(formWith(typed))).toBe('123456');
  });

  it.each(['12345', '1234567', '12345x', ' '])('rejects %j', (typed) => {
    expect(() => readCode(formWith(typed))).toThrow(expect.objectContaining({ field: 'code' }));
  });
});
