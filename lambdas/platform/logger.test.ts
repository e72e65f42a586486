/** Tests of a log line as it is written to the standard error stream. */
import { expect, it, vi } from 'vitest';
import { logger } from './logger.ts';

it('writes a line with level, message, fields, and the error without personal data', () => {
  logger.setLogLevel('ERROR');
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);

  logger.error('Internal', {
    endpoint: 'pearls-add',
    requestId: 'r-1',
    error: Object.assign(new RangeError('ada@reef.example is too deep'), { member: 'Ada' }),
  });

  const line = JSON.parse(String(write.mock.calls[0]?.[0]));
  write.mockRestore();
  expect(line).toMatchObject({
    level: 'ERROR',
    message: 'Internal',
    timestamp: expect.any(String),
    endpoint: 'pearls-add',
    requestId: 'r-1',
    error: { name: 'RangeError', message: '<email> is too deep', stack: expect.stringContaining('logger.test.ts') },
  });
  expect(JSON.stringify(line)).not.toMatch(/ada@|Ada/);
});
