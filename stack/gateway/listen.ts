import type { Server } from 'node:http';
import { errorCode, OperatorError } from '../errors.ts';

function describeFailure(error: Error, port: number, host: string, prefix: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop what runs there or set ${prefix}PORT`,
    EACCES: `port ${port} needs more rights: set ${prefix}PORT to one above 1023`,
    EADDRNOTAVAIL: `${prefix}HOST ${host} is not an address of this machine`,
    ENOTFOUND: `${prefix}HOST ${host} is unknown`,
  };
  const reason = reasons[errorCode(error) ?? ''];
  return reason ? new OperatorError(reason, { cause: error }) : error;
}

/**
 * Binds a server; resolves to its port. `prefix` is what stands before PORT and HOST in the names of
 * the variables that set the two.
 * @throws OperatorError saying what to do
 */
export function listen(server: Server, port: number, host: string, prefix = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(describeFailure(error, port, host, prefix)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
