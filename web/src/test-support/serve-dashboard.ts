import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import type { FakeApi } from './fake-api.ts';
import { VIEWER } from './sample-data.ts';

/** Makes the API serve a dashboard with these posts and files from now on. Returns the API. */
export function serveDashboard(
  api: FakeApi,
  { posts = [], files = [] }: { posts?: readonly Post[]; files?: readonly ListedFile[] },
): FakeApi {
  return api.on(contract.account.dashboard, () => ({
    profile: VIEWER,
    posts: [...posts],
    files: [...files],
    nearby: [],
  }));
}
