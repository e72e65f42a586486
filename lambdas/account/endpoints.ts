/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { readAllowances as allowances } from './allowances.ts';
export { readDashboard as dashboard } from './dashboard.ts';
export { deleteAccount } from './delete-account.ts';
export { readDepthLog as depthLog } from './depth-log.ts';
export { readMe as me } from './me.ts';
export { addTestContribution as testContribution } from './test-contribution.ts';
export { updatePhoto } from './update-photo.ts';
export { updateProfile } from './update-profile.ts';
