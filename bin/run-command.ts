/** How a command reports that it failed. */
interface FailureReport {
  /** Returns the text for the terminal; by default the error's message. */
  readonly describe?: (error: Error) => string;
  /** By default 1. */
  readonly exitCode?: number;
}

/** Runs a command. If it throws, prints the error without its stack to stderr, and sets the exit code of the process. */
export async function runCommand(
  command: () => void | Promise<void>,
  { describe = ({ message }) => message, exitCode = 1 }: FailureReport = {},
): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(describe(error as Error));
    process.exitCode = exitCode;
  }
}
