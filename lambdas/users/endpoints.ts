/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { followUser as follow, unfollowUser as unfollow } from './follow.ts';
export { listFollowers as followers, listFollowing as following } from './followers.ts';
export { getUser as get, getUsers as batch } from './get.ts';
export { listUsers as list } from './list.ts';
export { listNearby as nearby } from './nearby.ts';
export { viewProfile as profile } from './profile.ts';
