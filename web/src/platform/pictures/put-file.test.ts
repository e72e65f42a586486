import { describe, expect, it } from 'vitest';
import { StorageError } from './put-file.ts';

describe('StorageError', () => {
  it("quotes the message in S3's XML", () => {
    const error = new StorageError(
      403,
      'Forbidden',
      '<Error><Code>AccessDenied</Code><Message>Expired</Message></Error>',
    );

    expect(error.message).toBe('Failed to upload to S3: Forbidden - Expired');
    expect(error.code).toBe('AccessDenied');
  });

  it('quotes a plain text', () => {
    expect(new StorageError(503, '', 'Too busy').message).toBe('Failed to upload to S3: 503 - Too busy');
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html><html><h1>413 Request Entity Too Large</h1></html>'],
    ['an empty body', ' '],
    ['a long text', 'x'.repeat(201)],
  ])('advises a retry instead of quoting %s', (_, body) => {
    const { message } = new StorageError(413, 'Too Large', body);

    expect(message).toBe('Failed to upload to S3: Too Large - Please try again in a moment.');
  });
});
