import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { locales, type PluginPackageManifest } from '@recado/contracts'
import { pack, type Header } from 'tar-stream'

/* Packed plugins for tests, honest and otherwise, written from the agreed format and not by the tool that packs. */

/** One entry of a tar; only a file has content. */
export type TarEntry = Partial<Header> & { readonly name: string; readonly content?: string | Uint8Array }

export async function archiveOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack()
  for (const { content, ...header } of entries) {
    if (content === undefined) tar.entry(header, () => undefined)
    else tar.entry(header, content)
  }
  tar.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of tar) pieces.push(piece as Uint8Array)
  return gzipSync(Buffer.concat(pieces))
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
export const inAllLanguages = (text: string): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [locale, text]))

/** A publisher's key: the raw public half in base64, and the private one. */
export interface PublisherKey {
  readonly publicKey: string
  readonly fingerprint: string
  readonly privateKey: KeyObject
}
export function publisherKey(): PublisherKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return { publicKey: raw.toString('base64'), fingerprint: sha256(raw), privateKey }
}

export type Files = Readonly<Record<string, string | Uint8Array>>

export interface PackedOptions {
  /** Beside package.json, which is made. */
  readonly files: Files
  readonly manifest?: Partial<PluginPackageManifest>
  readonly key?: PublisherKey
  /** Changes the finished entries: how a fixture becomes hostile. */
  readonly tamper?: (entries: TarEntry[]) => TarEntry[]
}

/** A packed plugin whose manifest lists what is in it, unless it is told otherwise. */
export function packedPlugin(
  id: string,
  version: string,
  { files, manifest, key, tamper = (entries) => entries }: PackedOptions,
): Promise<Buffer> {
  const all: Files = { 'package.json': JSON.stringify({ name: id, version, type: 'module' }), ...files }
  const described = JSON.stringify({
    format: 1,
    id,
    version,
    host: '^1.0.0',
    publisher: 'Vizinhos & Cia',
    title: inAllLanguages(`Plugin ${id}`),
    description: inAllLanguages('Mostra quanto falta.'),
    tier: 'free',
    permissions: [],
    egress: [],
    acting: [],
    uses: [],
    attributes: [],
    channels: [],
    pages: [],
    listens: [],
    files: Object.fromEntries(Object.entries(all).map(([path, content]) => [path, sha256(content)])),
    ...manifest,
  } satisfies PluginPackageManifest)
  const entries: TarEntry[] = [
    { name: 'package/recado-plugin.json', content: described },
    ...Object.entries(all).map(([path, content]) => ({ name: `package/${path}`, content })),
  ]
  if (key) {
    const seal = {
      algorithm: 'ed25519',
      publicKey: key.publicKey,
      signature: sign(null, Buffer.from(described), key.privateKey).toString('base64'),
    }
    entries.push({ name: 'package/recado-plugin.sig', content: JSON.stringify(seal) })
  }
  return archiveOf(tamper(entries))
}
