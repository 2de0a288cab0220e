import { extname } from 'node:path';

/**
 * What this project's modules end in: `.ts` in a checkout, `.js` in the installed package, since
 * neither Node nor Deno reads TypeScript below node_modules. For modules that are named by a path
 * and not by an import.
 */
export const MODULE_EXTENSION = extname(import.meta.filename);
