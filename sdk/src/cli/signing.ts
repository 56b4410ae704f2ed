import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageManifestFile, packageSignatureFile, type PluginPackageSignature } from '@recado/contracts'
import { CommandError } from './command-error.ts'

/** The 32 bytes of an Ed25519 public key. */
const rawPublic = (key: KeyObject): Buffer =>
  Buffer.from((createPublicKey(key).export({ format: 'jwk' }) as { x: string }).x, 'base64url')

/** A publisher's public key, with the fingerprint that an administrator compares. */
export interface PublisherKey {
  readonly publicKey: string
  readonly fingerprint: string
}
const publisherKey = (key: KeyObject): PublisherKey => {
  const raw = rawPublic(key)
  return { publicKey: raw.toString('base64'), fingerprint: createHash('sha256').update(raw).digest('hex') }
}

/**
 * Makes a key pair and writes the private one as PKCS #8, readable by its owner alone. An existing file is never
 * overwritten.
 */
export function generateKey(file: string): PublisherKey {
  if (existsSync(file))
    throw new CommandError(
      `${file} exists already: whoever lost a key cannot update a plugin without being asked, so it is not ` +
        'overwritten.',
    )
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  return publisherKey(privateKey)
}

function readKey(file: string): KeyObject {
  if (!existsSync(file))
    throw new CommandError(`There is no key ${file}: make one with "recado-plugin keygen ${file}".`)
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Falls through to the sentence below: the actual kind of the file does not matter.
  }
  throw new CommandError(`${file} is no Ed25519 private key: make one with "recado-plugin keygen <file>".`)
}

/** Writes the signature beside the manifest of an unpacked plugin: Ed25519 over the manifest's exact bytes. */
export function signFolder(folder: string, keyFile: string): void {
  const key = readKey(keyFile)
  const signature: PluginPackageSignature = {
    algorithm: 'ed25519',
    publicKey: publisherKey(key).publicKey,
    signature: sign(null, readFileSync(join(folder, packageManifestFile)), key).toString('base64'),
  }
  writeFileSync(join(folder, packageSignatureFile), `${JSON.stringify(signature, undefined, 2)}\n`)
}
