import { createHash } from 'node:crypto';
import { DAY_MS } from '../shared/rules/durations.ts';

/** A stack as `aws cloudformation describe-stacks` describes it. */
export interface DeployedStack {
  readonly name: string;
  /** Time of the stack's last deployment, in ISO 8601. */
  readonly updated: string;
}

/** Parts of a preview's name, in characters. With `preview-` and a hyphen, the name has at most 39 characters. */
const MAX_BRANCH_LENGTH = 24;
const DIGEST_LENGTH = 6;

/** Maximum age of a preview with a branch, since its last deployment, in milliseconds. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Maximum age of a preview without a branch, since its last deployment, in milliseconds. */
const MAX_AGE_WITHOUT_BRANCH_MS = DAY_MS;

/**
 * Returns the name of a branch's preview: `preview-<digest>-<branch>`.
 *
 * A stage's name allows few characters, and at most 31 after `preview-` (`infra/stage.ts`). The digest separates
 * branches whose names differ only in the parts that are left out. It comes first, because CloudFormation cuts long
 * names of functions.
 */
export function getPreviewStage(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, MAX_BRANCH_LENGTH).replace(/-$/, '');
  const digest = createHash('sha256').update(branch).digest('hex').slice(0, DIGEST_LENGTH);

  // A branch without any allowed character has an empty name.
  return ['preview', digest, name].filter(Boolean).join('-');
}

/**
 * Returns the stages of the previews to remove: those without a branch after a day, and all others after two weeks.
 *
 * @param stacks all stacks whose name starts with `fathom-preview-`
 * @param branches the repository's branches
 */
export function findForgottenPreviews(
  stacks: readonly DeployedStack[],
  branches: readonly string[],
  now: Date,
): readonly string[] {
  const stagesWithBranch = new Set(branches.map(getPreviewStage));
  const lastDeployments = findLastDeployments(stacks);

  const isForgotten = (stage: string, deployedAt: number) => {
    const maxAge = stagesWithBranch.has(stage) ? MAX_AGE_MS : MAX_AGE_WITHOUT_BRANCH_MS;
    return now.getTime() - deployedAt > maxAge;
  };

  return [...lastDeployments].filter(([stage, deployedAt]) => isForgotten(stage, deployedAt)).map(([stage]) => stage);
}

/** Returns the time of each preview's last deployment, in milliseconds, by stage. */
function findLastDeployments(stacks: readonly DeployedStack[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { name, updated } of stacks) {
    // The name of a stack is `fathom-<stage>-<stack>`, such as `fathom-preview-1a2b3c-login-api`.
    const [, stage] = /^fathom-(preview-.+)-[a-z]+$/.exec(name) ?? [];
    if (stage !== undefined) times.set(stage, Math.max(times.get(stage) ?? 0, Date.parse(updated)));
  }
  return times;
}
