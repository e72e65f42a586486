import { vi } from 'vitest';

/** A command of the AWS SDK, such as `GetObjectCommand`. */
interface Command<Input> {
  readonly constructor: { readonly name: string };
  readonly input: Input;
}

/**
 * Replaces `send` of an SDK client's class, so no request leaves the process.
 *
 * @param handle - receives the name of the command's class and its input. It returns the response, or throws.
 */
export function fakeClient<Input>(
  client: { readonly prototype: object },
  handle: (command: string, input: Input) => unknown,
): void {
  const send = async (command: Command<Input>) => handle(command.constructor.name, command.input);
  vi.spyOn(client.prototype as { send: typeof send }, 'send').mockImplementation(send);
}
