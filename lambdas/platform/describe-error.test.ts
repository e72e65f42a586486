/** Tests of what is logged about an error: no personal data, such as emails, IDs, file names, and texts of members. */
import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

it('returns the name, the message, and the stack of an error', () => {
  const { name, message, stack } = describeError(new TypeError("Cannot read properties of undefined (reading 'pk')"));

  expect(name).toBe('TypeError');
  expect(message).toBe("Cannot read properties of undefined (reading 'pk')");
  expect(stack.split('\n')[0]).toMatch(/^ {4}at .*describe-error\.test\.ts:\d+:\d+/);
});

it.each([
  {
    message: 'Email address is not verified: ada@reef.example, in us-east-1',
    // The comma is masked with the address.
    maskedMessage: 'Email address is not verified: <email> in us-east-1',
  },
  {
    message: 'No member 3f6c0a52-90b1-4d4e-8a1d-6a0f3f0e7c11 here',
    maskedMessage: 'No member <id> here',
  },
  {
    message: 'No object files/3f6c0a52-90b1-4d4e-8a1d-6a0f3f0e7c11/01J0000000000000000000000A/my diary.pdf',
    maskedMessage: 'No object files/<id>/…',
  },
  {
    message: 'The key "USER#a private name" is wrong',
    maskedMessage: 'The key "…" is wrong',
  },
])('masks personal data in $message', ({ message, maskedMessage }) => {
  expect(describeError(new Error(message)).message).toBe(maskedMessage);
});

it('omits the message from the stack', () => {
  const { stack } = describeError(new Error('Email address is not verified: ada@reef.example'));

  expect(stack).not.toMatch(/Error|verified|ada@reef/);
});

it('masks the text that a parser quotes', () => {
  const parseError = captureError(() => JSON.parse('a private thought'));

  expect(JSON.stringify(describeError(parseError))).not.toContain('private');
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

it('stops after three causes if an error is its own cause', () => {
  const error = new Error('outer');
  error.cause = error;

  // The message of the error itself, and of three causes.
  expect(JSON.stringify(describeError(error)).match(/outer/g)).toHaveLength(4);
});

it('shortens a message to 300 characters', () => {
  expect(describeError(new Error('x'.repeat(1000))).message).toHaveLength(300);
});

/** Returns the error that a function throws. */
function captureError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }

  throw new Error('The function threw no error.');
}
