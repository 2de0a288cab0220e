import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A public key as `/auth/v1/.well-known/jwks.json` lists it (RFC 7517), in GoTrue's form. */
export type PublicJwk = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly key_ops: readonly ['verify'];
  readonly ext: true;
};

/** The pair of keys that users' tokens are signed with: ES256, ECDSA over P-256 (RFC 7518, 3.4). */
export type SigningKey = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: PublicJwk;
};

/** A new private key, PKCS #8 as base64: one line for a file of secrets. */
export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

/** Reads what `generateSigningKey` made; throws if it is no private key on P-256. */
export function readSigningKey(text: string): SigningKey {
  const der = Buffer.from(text, 'base64');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { crv, x, y } = publicKey.export({ format: 'jwk' });
  if (crv !== 'P-256' || !x || !y) throw new Error('not a key on P-256');
  // The thumbprint (RFC 7638): the same key has the same name wherever it is computed.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv, kty: 'EC', x, y }))
    .digest('base64url');
  const jwk: PublicJwk = {
    kty: 'EC',
    crv,
    x,
    y,
    kid,
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
    ext: true,
  };
  return { kid, privateKey, publicKey, jwk };
}

/** Whether `readSigningKey` can read it. */
export function isSigningKey(text: string): boolean {
  try {
    readSigningKey(text);
    return true;
  } catch {
    // Any other failure: the caller reports what is damaged, without its content.
    return false;
  }
}
