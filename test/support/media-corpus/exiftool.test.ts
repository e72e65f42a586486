import { describe, expect, it } from 'vitest';
import { skipsExifTool } from './exiftool.ts';

describe('skipsExifTool', () => {
  it.each([
    ['skips without Perl', {}, true],
    ['fails without Perl in CI', { CI: 'true' }, false],
    ['fails without Perl if engines are required', { FATHOM_REQUIRE_ENGINES: '1' }, false],
  ])('%s', (_, environment, skips) => {
    expect(skipsExifTool({ PATH: '/missing', ...environment })).toBe(skips);
  });
});
