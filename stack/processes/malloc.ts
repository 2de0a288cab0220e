/**
 * How glibc's malloc keeps less of what was given back to it: one arena for all threads and one for
 * the main one, and whatever has 64 kB or more (bodies, V8's compilers) in pages of its own, which go
 * back at once. Left to itself it raises that bound to 32 MB, and keeps 20 MB after a storm (npm run
 * bench -- memory).
 */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' };
