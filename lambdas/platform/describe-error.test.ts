import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

it('returns the class, the message, and the frames of an error', () => {
  const { name, message, stack } = describeError(new TypeError("Cannot read properties of undefined (reading 'pk')"));

  expect(name).toBe('TypeError');
  expect(message).toBe("Cannot read properties of undefined (reading 'pk')");
  expect(stack.split('\n')[0]).toMatch(/^ {4}at .*describe-error\.test\.ts:\d+:\d+/);
});

it.each([
  [
    'Email address is not verified: ada@reef.example, in us-east-1',
    'Email address is not verified: <email> in us-east-1',
  ],
  ['No member 3f6c0a52-90b1-4d4e-8a1d-6a0f3f0e7c11 here', 'No member <id> here'],
  [
    'No object files/3f6c0a52-90b1-4d4e-8a1d-6a0f3f0e7c11/01J0000000000000000000000A/my diary.pdf',
    'No object files/<id>/…',
  ],
  ['The key "USER#a private name" is wrong', 'The key "…" is wrong'],
])('masks personal data in %j', (message, maskedMessage) => {
  const description = describeError(new Error(message));

  expect(description.message).toBe(maskedMessage);
  expect(description.stack).not.toMatch(/Error|verified|member|key/);
});

it('masks the text that a parser quotes', async () => {
  const failure: Error = await (async () => JSON.parse('a private thought'))().catch((error) => error);

  expect(JSON.stringify(describeError(failure))).not.toContain('private');
});

it('returns the request ID of a service and the reasons of a transaction, but no items', () => {
  const error = Object.assign(new Error('Cancelled'), {
    name: 'TransactionCanceledException',
    $metadata: { httpStatusCode: 400, requestId: 'aws-1' },
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { bio: { S: 'private' } } }],
    $response: { body: 'private' },
  });

  const description = describeError(error);

  expect(description).toMatchObject({
    name: 'TransactionCanceledException',
    awsRequestId: 'aws-1',
    reasons: ['None', 'ConditionalCheckFailed'],
  });
  expect(JSON.stringify(description)).not.toContain('private');
});

it('describes the cause of an error', () => {
  const error = new Error('outer', { cause: new RangeError('from ada@reef.example') });

  expect(describeError(error).cause).toMatchObject({ name: 'RangeError', message: 'from <email>' });
});

it('describes three causes of an error that is its own cause', () => {
  const error = new Error('outer');
  error.cause = error;

  // The message of the error itself, and of three causes.
  expect(JSON.stringify(describeError(error)).match(/outer/g)).toHaveLength(4);
});

it('shortens long messages', () => {
  expect(describeError(new Error('x'.repeat(1000))).message).toHaveLength(300);
});
