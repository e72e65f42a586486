import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';

interface Page {
  readonly files: readonly ListedFile[];
}

type Listing = Page | InfiniteData<Page>;

/** Every listing of files that is kept begins its key with this. */
export const FILES = 'files';

/** Changes a file in every listing that shows it, or takes it out of them all. */
export function changeListed(client: QueryClient, key: string, change: (file: ListedFile) => ListedFile | undefined) {
  const changePage = <P extends Page>(page: P): P => {
    const at = page.files.findIndex((file) => file.key === key);
    const before = page.files[at];
    if (!before) return page;
    const after = change(before);
    return { ...page, files: page.files.toSpliced(at, 1, ...(after ? [after] : [])) };
  };
  client.setQueriesData<Listing>({ queryKey: [FILES] }, (listing) => {
    if (!listing) return listing;
    return 'pages' in listing ? { ...listing, pages: listing.pages.map(changePage) } : changePage(listing);
  });
}
