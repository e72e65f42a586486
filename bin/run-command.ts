import { applyDefaultRegion, describeError } from '../infra/deployed/aws-connection.ts';

/** How a command reports that it failed. */
interface FailureReport {
  /** Returns the text for the terminal; by default the error's message, with hints about AWS. */
  readonly describe?: (error: Error) => string;
  /** By default 1. */
  readonly exitCode?: number;
}

/**
 * Runs a command. If it throws, prints the error without its stack to stderr, and sets the exit code of the process.
 *
 * Chooses the region for the AWS clients that the command creates.
 */
export async function runCommand(
  command: () => void | Promise<void>,
  { describe = describeError, exitCode = 1 }: FailureReport = {},
): Promise<void> {
  applyDefaultRegion();

  try {
    await command();
  } catch (error) {
    console.error(describe(error as Error));
    process.exitCode = exitCode;
  }
}
