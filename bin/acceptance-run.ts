/**
 * The file that `npm run deploy:localstack` writes about its target, relative to the repository. Not in `.local`: a first
 * `npm start` refuses a folder with other files, and `--fresh` deletes them.
 */
export const LOCALSTACK_FILE = '.build/localstack/target.json';

interface AcceptanceRun {
  /** File that describes the target. Undefined if the run starts its own local cloud. */
  readonly targetFile?: string;
  /** Command-line arguments of vitest. */
  readonly vitestArguments: readonly string[];
}

/**
 * Parses the command line of `npm run test:acceptance -- --target <target> …`.
 *
 * The target is `local` (default), `localstack`, or the outputs file of a deployment. Further arguments go to vitest.
 *
 * @param exists whether a file exists, relative to the working directory
 * @throws Error if the target is invalid or its file is missing
 */
export function planAcceptanceRun(args: readonly string[], exists: (path: string) => boolean): AcceptanceRun {
  const { target, otherArguments } = parseTarget(args);
  const vitestArguments = ['run', '--project', 'acceptance*', ...otherArguments];
  if (target === 'local') return { vitestArguments };

  if (target === 'localstack') {
    if (!exists(LOCALSTACK_FILE)) {
      throw new Error(`${LOCALSTACK_FILE} is missing. Create it with npm run deploy:localstack.`);
    }
    // The emulator starts a process per concurrent call, so test files run one after another.
    return { targetFile: LOCALSTACK_FILE, vitestArguments: [...vitestArguments, '--no-file-parallelism'] };
  }

  if (!exists(target)) {
    throw new Error(
      `--target takes local, localstack, or a file that "cdk deploy --outputs-file" writes, not "${target}".`,
    );
  }

  return { targetFile: target, vitestArguments };
}

function parseTarget(args: readonly string[]): { target: string; otherArguments: readonly string[] } {
  const index = args.findIndex((argument) => argument === '--target' || argument.startsWith('--target='));
  if (index === -1) return { target: 'local', otherArguments: args };

  // `--target=value` is one argument, and `--target value` is two.
  const [, inlineTarget] = args[index]!.split(/=(.*)/s);
  const target = inlineTarget ?? args[index + 1] ?? '';
  return { target, otherArguments: args.toSpliced(index, inlineTarget === undefined ? 2 : 1) };
}
