import { expect, it } from 'vitest';
import { formatContribution } from './format-contribution.ts';

// 1 MB is 1,048,576 bytes and lifts by 1 cm.
it.each([
  [1, 'less than 0.01m'],
  [524_183, 'less than 0.01m'],
  [524_288, '0.01m'],
  [1_048_576, '0.01m'],
  [2_097_152, '0.02m'],
  [104_857_600, '1.00m'],
  [1_048_576_000, '10.00m'],
])('formats the contribution of %i bytes as "%s"', (bytes, text) => expect(formatContribution(bytes)).toBe(text));
