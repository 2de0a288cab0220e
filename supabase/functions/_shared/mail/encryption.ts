/** A secret as it is stored: both parts base64; the ciphertext ends with its authentication tag. */
export type Encrypted = { ciphertext: string; iv: string };

/** Binds a ciphertext to its purpose: it opens nowhere else. */
const PURPOSE = new TextEncoder().encode('almanac email_settings');

async function importKey(base64: string): Promise<CryptoKey> {
  const bytes = fromBase64(base64);
  if (bytes.length !== 32) throw new Error('MAIL_ENCRYPTION_KEY must be 32 bytes in base64');
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts with AES-256-GCM under `key` (32 bytes, base64) and a fresh 12-byte nonce. */
export async function encrypt(secret: string, key: string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: PURPOSE },
    await importKey(key),
    new TextEncoder().encode(secret),
  );
  return { ciphertext: toBase64(new Uint8Array(ciphertext)), iv: toBase64(iv) };
}

/** The secret, or null when the key is another one or the stored value was changed. */
export async function decrypt(encrypted: Encrypted, key: string): Promise<string | null> {
  const cryptoKey = await importKey(key);
  try {
    const secret = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(encrypted.iv), additionalData: PURPOSE },
      cryptoKey,
      fromBase64(encrypted.ciphertext),
    );
    return new TextDecoder().decode(secret);
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
