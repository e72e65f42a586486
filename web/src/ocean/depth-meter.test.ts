import { expect, it } from 'vitest';
import { meterShade } from './depth-meter.tsx';

it.each([
  [0, 'lightest'],
  [99.999999, 'lightest'],
  [100, 'light'],
  [999.99, 'light'],
  [1000, 'dark'],
  [4999.99, 'dark'],
  [5000, 'darkest'],
  [11_000, 'darkest'],
])('meterShade at %f m is %s', (metres, shade) => expect(meterShade(metres)).toBe(shade));
