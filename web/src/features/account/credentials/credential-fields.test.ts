import { describe, expect, it } from 'vitest';
import { readCode } from './credential-fields.tsx';

describe('readCode', () => {
  it.each(['123456', ' 123456\n', '123 456', '12\u00A034\u200956'])('reads the code from %j', (typed) => {
    const form = new FormData();
    form.set('code', typed);
    expect(readCode(form)).toBe('123456');
  });
});
