import type { IncomingMessage } from 'node:http';
import { clientAddress, memberOf, networkOf, plainAddress } from '../network.ts';

/** Who sent a request, by its connection and the headers of trusted proxies. */
export type Client = {
  address: string;
  /** Whose share the request counts against; undefined for programs of this machine. */
  network: string | undefined;
  /** Whether it came by https. */
  secure: boolean;
};

export type Clients = {
  of(request: Pick<IncomingMessage, 'socket' | 'headers'>): Client;
  /** Whose share of the connections a peer's counts against; proxies bring everybody's. */
  networkOfPeer(remoteAddress: string | undefined): string | undefined;
};

/**
 * The edge functions and tools of this machine have no share of their own: they act for others, or
 * for the operator. Nobody else's packets come from here.
 */
function sharedNetwork(address: string): string | undefined {
  return address === '127.0.0.1' || address === '::1' ? undefined : networkOf(address);
}

/** Reads clients; `trustedProxies` are the networks whose X-Forwarded-… headers are believed. */
export function createClients(trustedProxies: readonly string[]): Clients {
  const isTrusted = memberOf(trustedProxies);
  return {
    of({ socket, headers }) {
      const peer = plainAddress(socket.remoteAddress ?? '') ?? '';
      const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
      const address = clientAddress(peer, forwardedFor, isTrusted);
      const proto = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',').at(-1);
      return {
        address,
        network: sharedNetwork(address),
        secure: isTrusted(peer) && proto?.trim() === 'https',
      };
    },
    networkOfPeer(remoteAddress) {
      const peer = plainAddress(remoteAddress ?? '') ?? '';
      return isTrusted(peer) ? undefined : sharedNetwork(peer);
    },
  };
}
