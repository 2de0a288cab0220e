/** Where the worker is served; there, it answers for the whole site. */
export const WORKER_PATH = '/service-worker.js';

/**
 * A tab holds the lock of this name with the path of its page's script behind it, which names all
 * others: the version that has this script is still in use.
 */
export const TAB_LOCK = 'almanac-tab ';
