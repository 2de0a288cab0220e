/** First part of the key of the cached list of folders. */
export const FOLDERS = 'folders';

export const folderKeys = { all: [FOLDERS, 'all'] };
