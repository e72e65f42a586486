import { describe, expect, it } from 'vitest';
import { formatFileSize, formatWhole } from './format-number.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [5000, '5,000'],
  [1_234_567, '1,234,567'],
])('formatWhole formats %i as "%s", like Intl.NumberFormat', (value, text) => {
  expect(formatWhole(value)).toBe(text);
  expect(new Intl.NumberFormat('en').format(value)).toBe(text);
});

describe('formatFileSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_569, '1023.99 KB'],
    [1_048_575, '1.00 MB'],
    [1_048_576, '1.00 MB'],
    [1_048_576_000, '1000.00 MB'],
    [1_073_741_824, '1.00 GB'],
    [5_000_000_000_000, '4656.61 GB'],
  ])('formats %i bytes as "%s"', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
});
