import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses the command line of this process, by default one without options and arguments.
 *
 * Ends the process after printing the help text for `--help`, or the error for an unknown option. So call it before the
 * command does anything.
 */
export function parseCommandLine<T extends ParseArgsConfig>(helpText: string, config?: T) {
  if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
    console.log(helpText);
    process.exit(0);
  }

  try {
    return parseArgs(config);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
