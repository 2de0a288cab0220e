import { limitMemory } from './heap.ts';

limitMemory();
// Not before, since importing it is half a second of work that would be done twice.
await import('./run.ts');
