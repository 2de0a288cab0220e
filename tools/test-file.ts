import { vi } from 'vitest';

// Before each test file: the process of the file before goes on (docs/decisions/0073), so what that
// one has left in it is put back. Packages stay loaded; the project's own modules are made again.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
