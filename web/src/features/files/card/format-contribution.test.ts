import { expect, it } from 'vitest';
import { formatContribution } from './format-contribution.ts';

// 1 MB is 1,048,576 bytes and lifts by 1 cm.
it.each([
  [1, '0.0001 cm'],
  [10_486, '0.01 cm'],
  [524_288, '0.5 cm'],
  [1_048_576, '1 cm'],
  [2_097_152, '2 cm'],
  [104_857_600, '1.00m'],
  [1_048_576_000, '10.00m'],
])('formats the contribution of %i bytes as "%s"', (bytes, text) => expect(formatContribution(bytes)).toBe(text));
