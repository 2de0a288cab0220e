import { handleDav } from '../_shared/dav/handler.ts';

Deno.serve(handleDav);
