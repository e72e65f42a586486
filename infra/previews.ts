import { createHash } from 'node:crypto';
import { DAY_MS } from '../shared/rules/durations.ts';

/** A stack as `aws cloudformation describe-stacks` describes it. */
export interface DeployedStack {
  readonly name: string;
  /** Time of its last deployment, in ISO 8601. */
  readonly updated: string;
}

/** Maximum age of a preview with a branch, since its last deployment, in milliseconds. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Maximum age of a preview without a branch, since its last deployment, in milliseconds. */
const MAX_AGE_WITHOUT_BRANCH_MS = DAY_MS;

/**
 * Returns the name of a branch's preview: `preview-`, and at most 31 characters, which stage names allow: 24 of the
 * branch's name, a hyphen, and a digest of 6.
 *
 * The digest separates branches whose names differ only in characters that a stage's name can't have.
 */
export function getPreviewStage(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const digest = createHash('sha256').update(branch).digest('hex').slice(0, 6);
  return ['preview', words.join('-').slice(0, 24).replace(/-$/, ''), digest].filter(Boolean).join('-');
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
    const [, stage] = /^fathom-(preview-.+)-[a-z]+$/.exec(name) ?? [];
    if (stage !== undefined) times.set(stage, Math.max(times.get(stage) ?? 0, Date.parse(updated)));
  }
  return times;
}
