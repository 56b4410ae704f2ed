import * as z from 'zod'
import { ActingScope } from './acting.ts'
import { attributeOwners, attributeTypes } from './attribute-types.ts'
import { coreUses } from './plugin-attributes.ts'
import { Role } from './roles.ts'
import { Tier } from './tier.ts'

/*
 * A packed plugin: a gzipped tar as npm makes it (everything under `package/`), with two more files at its top. An
 * installation reads them before it runs a line of the plugin, so that an administrator can decide with open eyes.
 */

/** The description of a packed plugin, and its seal. */
export const packageManifestFile = 'recado-plugin.json'
export const packageSignatureFile = 'recado-plugin.sig'

/** The largest archive an installation takes, packed and unpacked, in bytes, and how many files. */
export const packageLimits = { packedBytes: 20_000_000, unpackedBytes: 60_000_000, files: 2_000 } as const

const Words = z.record(z.string(), z.string())

/**
 * Manifest that `recado-plugin pack` writes from the definition, and that the host shows before enabling. `files` lists
 * every other file with its SHA-256 in hex: an archive with an added, missing or changed file is refused. Once the
 * plugin runs, the host compares its definition with the manifest and refuses one that asks for more than was shown.
 */
export const PluginPackageManifest = z.object({
  format: z.literal(1),
  id: z.string(),
  version: z.string(),
  host: z.string(),
  publisher: z.string(),
  title: Words,
  description: Words,
  tier: Tier,
  /** `title` is the permission's name in each language, read from the plugin's own locales. */
  permissions: z.array(z.object({ name: z.string(), title: Words, roles: z.array(Role) })),
  /** Hosts it may reach; `*` means any public one. */
  egress: z.array(z.string()),
  /** Scopes of its acts in the name of its users. */
  acting: z.array(ActingScope).default([]),
  /** Its uses of the company's own data. */
  uses: z.array(z.enum(coreUses)).default([]),
  /** Attributes of contacts and tickets that it brings. */
  attributes: z
    .array(z.object({ name: z.string(), owner: z.enum(attributeOwners), type: z.enum(attributeTypes), label: Words }))
    .default([]),
  channels: z.array(z.object({ type: z.string(), title: Words })),
  pages: z.array(z.string()),
  /** Events of core and of other plugins that it consumes. */
  listens: z.array(z.string()),
  files: z.record(z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w@./ +-]+$/), z.string().regex(/^[0-9a-f]{64}$/)),
})
export type PluginPackageManifest = z.infer<typeof PluginPackageManifest>

/**
 * Ed25519 over the exact bytes of the manifest file. `publicKey` is the raw 32 bytes, `signature` the raw 64, both
 * base64.
 */
export const PluginPackageSignature = z.object({
  algorithm: z.literal('ed25519'),
  publicKey: z.base64(),
  signature: z.base64(),
})
export type PluginPackageSignature = z.infer<typeof PluginPackageSignature>
