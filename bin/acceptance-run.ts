/** Where `npm run deploy:localstack` says what it has deployed, below the project. */
const LOCALSTACK = '.local/localstack.json';

/** How the acceptance suite is started. */
interface AcceptanceRun {
  /** The file that describes the target; a local cloud of the run's own without. */
  readonly file?: string;
  /** What vitest is told. */
  readonly words: readonly string[];
}

/**
 * Reads the command line of `npm run test:acceptance -- --target <target> …`: `local` (which it is without one),
 * `localstack`, or the outputs file of a deployment. Whatever else there is goes to vitest.
 *
 * @param exists tells of a path, from where the command was given, whether there is such a file
 * @throws Error saying what a target may be, and what would make it one
 */
export function acceptanceRun(args: readonly string[], exists: (path: string) => boolean): AcceptanceRun {
  const { target, rest } = targetOf(args);
  const words = ['run', '--project', 'acceptance', ...rest];
  if (target === 'local') return { words };
  if (target === 'localstack') {
    if (!exists(LOCALSTACK)) throw new Error(`There is no ${LOCALSTACK}: npm run deploy:localstack writes it.`);
    // An emulator starts a process for each function that is called at once.
    return { file: LOCALSTACK, words: [...words, '--no-file-parallelism'] };
  }
  if (!exists(target)) {
    throw new Error(
      `--target takes local, localstack or a file that "cdk deploy --outputs-file" has written, not "${target}".`,
    );
  }
  return { file: target, words };
}

function targetOf(args: readonly string[]): { target: string; rest: readonly string[] } {
  const at = args.findIndex((word) => word === '--target' || word.startsWith('--target='));
  if (at === -1) return { target: 'local', rest: args };
  const [, inline] = args[at]!.split(/=(.*)/s);
  const target = inline ?? args[at + 1] ?? '';
  return { target, rest: args.toSpliced(at, inline === undefined ? 2 : 1) };
}
