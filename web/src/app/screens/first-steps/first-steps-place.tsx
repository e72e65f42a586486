import { Suspense, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { planFirstSteps } from './progress.ts';

// A chunk that is downloaded once the browser is idle, because most members have done the steps. If the download fails,
// the dashboard shows no steps.
const FirstSteps = lazyDecoration(() => import('./first-steps.tsx'));

/**
 * The place on the dashboard for the first steps of a new member: introduce yourself, share a file, follow someone.
 *
 * Reserves their space if they will certainly show, so that the page doesn't jump.
 */
export function FirstStepsPlace({ viewer, posts }: { viewer: OwnProfile; posts: readonly Post[] }) {
  // Plans once per visit to the dashboard: after the last step, a new plan could hide the closing line.
  const [plan] = useState(() => planFirstSteps(viewer));
  if (plan === 'hide') return null;

  // With the plan `undecided`, a request must find out whether a step is open, so no space is reserved.
  const placeholder = plan === 'show' && <div className="first-steps-space" />;

  return (
    // Shows the placeholder twice: here during the download, and in `FirstSteps` during its request.
    <Suspense fallback={placeholder}>
      <FirstSteps viewer={viewer} posts={posts} placeholder={placeholder} />
    </Suspense>
  );
}
