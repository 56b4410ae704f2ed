import { createHash } from 'node:crypto'
import {
  contractVersion,
  packageManifestFile,
  packageSignatureFile,
  PluginId,
  PluginPackageManifest,
  Refusal,
} from '@recado/contracts'
import { satisfies, valid, validRange } from 'semver'
import { readArchive, type ArchiveFile } from './archive-reader.ts'
import { readSeal, type Seal } from './seal.ts'

/** A packed plugin whose every byte was looked at and of which nothing has run. */
export interface PackedPlugin {
  readonly bytes: Uint8Array
  /** SHA-256 of `bytes`, hex. */
  readonly hash: string
  readonly manifest: PluginPackageManifest
  readonly manifestHash: string
  readonly seal: Seal
  readonly unpackedBytes: number
}

/** Size limit of the manifest and its signature, in bytes; two thousand files with their hashes fit ten times. */
const descriptionBytes = 2_000_000
/** Without these there is nothing to run. */
const neededFiles = ['package.json', 'dist/server.js']

/**
 * Reads a packed plugin to its end: the archive, its manifest, that it holds exactly what the manifest lists, and its
 * signature. Pure, and in one pass for any bytes.
 *
 * @throws Refusal of {@link readArchive}, ERR_PLUGIN_CONTENT, ERR_PLUGIN_INCOMPATIBLE, ERR_PLUGIN_ID_TAKEN
 */
export async function readPackedPlugin(bytes: Uint8Array): Promise<PackedPlugin> {
  const hashes = new Map<string, string>()
  const descriptions = new Map<string, Uint8Array>()
  let unpackedBytes = 0
  for await (const file of readArchive(bytes)) {
    unpackedBytes += file.size
    if (file.path === packageManifestFile || file.path === packageSignatureFile)
      descriptions.set(file.path, await description(file))
    else hashes.set(file.path, await hashOf(file))
  }
  const manifestBytes = descriptions.get(packageManifestFile)
  if (!manifestBytes) throw content(`it has no ${packageManifestFile}`)
  const manifest = parseManifest(manifestBytes)
  requireIdentity(manifest)
  requireFiles(manifest, hashes)
  return {
    bytes,
    hash: sha256(bytes),
    manifest,
    manifestHash: sha256(manifestBytes),
    seal: readSeal(manifestBytes, descriptions.get(packageSignatureFile)),
    unpackedBytes,
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function description({ path, size, content: pieces }: ArchiveFile): Promise<Uint8Array> {
  if (size > descriptionBytes) throw content(`${path} is larger than ${descriptionBytes} bytes`)
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function hashOf(file: ArchiveFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of file.content) hash.update(piece)
  return hash.digest('hex')
}

function parseManifest(bytes: Uint8Array): PluginPackageManifest {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw content(`${packageManifestFile} is not JSON in UTF-8`, cause)
  }
  const parsed = PluginPackageManifest.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw content(`${packageManifestFile} is wrong at ${issue.path.join('.') || 'its top'}: ${issue.message}`)
}

function requireIdentity({ id, version, host }: PluginPackageManifest): void {
  if (!PluginId.safeParse(id).success) throw new Refusal('ERR_PLUGIN_ID_TAKEN', { detail: id.slice(0, 60) })
  if (valid(version) !== version)
    throw content(`its version ${JSON.stringify(version.slice(0, 40))} is not a semver version`)
  if (validRange(host) === null)
    throw content(`its host range ${JSON.stringify(host.slice(0, 40))} is not a semver range`)
  if (!satisfies(contractVersion, host))
    throw new Refusal('ERR_PLUGIN_INCOMPATIBLE', {
      detail: `it was written for contract ${host}, and this is ${contractVersion}`,
    })
}

function requireFiles({ files }: PluginPackageManifest, hashes: ReadonlyMap<string, string>): void {
  const missing = [...neededFiles, ...Object.keys(files)].find((path) => !hashes.has(path))
  if (missing !== undefined) throw content(`${missing} is missing`)
  for (const [path, hash] of hashes) {
    if (!Object.hasOwn(files, path)) throw content(`${path} is not in the manifest`)
    if (files[path] !== hash) throw content(`${path} is not what the manifest says`)
  }
}

const content = (detail: string, cause?: unknown): Refusal => new Refusal('ERR_PLUGIN_CONTENT', { detail }, { cause })
