import { Suspense, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { planFirstSteps } from './progress.ts';

// Uses a separate chunk, because most members have done the steps, and the dashboard must be small.
const FirstSteps = lazyDecoration(() => import('./first-steps.tsx'));

/** Shows the first steps of a new member. Reserves their space while they load, so that the page doesn't jump. */
export function FirstStepsPlace({ viewer, posts }: { viewer: OwnProfile; posts: readonly Post[] }) {
  // Plans once per visit to the dashboard: after the last step, a new plan could hide the closing line.
  const [plan] = useState(() => planFirstSteps(viewer));
  if (plan === 'hide') return null;

  const placeholder = plan === 'show' && <div className="first-steps-space" />;

  return (
    <Suspense fallback={placeholder}>
      <FirstSteps viewer={viewer} posts={posts} placeholder={placeholder} />
    </Suspense>
  );
}
