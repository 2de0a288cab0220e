import { queryOptions } from '@tanstack/react-query';
import { folderKeys } from './keys.ts';
import { liveFolders } from './live.ts';
import { readFolders } from './requests.ts';

export const foldersQuery = queryOptions({
  queryKey: folderKeys.all,
  queryFn: () => liveFolders.read(folderKeys.all, readFolders),
});
