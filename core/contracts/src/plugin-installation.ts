import * as z from 'zod'
import { instant } from './ids.ts'
import { PluginPackageManifest } from './plugin-package.ts'

/* Shapes of the API that installs packed plugins. The paths are in core/src/installations. */

/**
 * Verdict on a signature: none, one by an untrusted key, one by a trusted publisher, or one that does not fit the
 * manifest. A broken one is never installed.
 */
export const PluginVerdict = z.enum(['unsigned', 'untrusted', 'trusted', 'broken'])
export type PluginVerdict = z.infer<typeof PluginVerdict>

/** Concerns that have to be confirmed explicitly before a plugin is installed. */
export const PluginConcern = z.enum(['unsigned', 'untrusted', 'publisherChanged'])
export type PluginConcern = z.infer<typeof PluginConcern>

const Names = z.array(z.string())

/** A plugin that was looked at and not installed: nothing of it has run. `files` of the manifest are left out. */
export const PluginInspection = z.object({
  /** Names this inspection and nothing else; after `expiresAt` it is unknown. */
  id: z.string(),
  expiresAt: instant,
  manifest: PluginPackageManifest.omit({ files: true }),
  /** Bytes as packed and unpacked, and how many files. */
  size: z.object({ packed: z.int(), unpacked: z.int(), files: z.int() }),
  /**
   * `fingerprint` is the SHA-256 of the publisher's public key in hex; `publisher` the name under which it is trusted.
   */
  signature: z.object({ verdict: PluginVerdict, fingerprint: z.string().nullable(), publisher: z.string().nullable() }),
  /** The installation under this id, also one that was removed and whose data stayed. */
  installed: z
    .object({ version: z.string(), publisher: z.string(), fingerprint: z.string().nullable(), removed: z.boolean() })
    .nullable(),
  change: z.enum(['new', 'update', 'downgrade', 'same']),
  /** Requests beyond those of the installed version; all of them for a new one. Permissions and attributes by name. */
  added: z.object({
    permissions: Names,
    egress: Names,
    acting: Names,
    uses: Names,
    attributes: Names,
    channels: Names,
    pages: Names,
    listens: Names,
  }),
  concerns: z.array(PluginConcern),
  /** Reason why it cannot be installed regardless of confirmations. */
  blocked: z.enum(['broken', 'signatureRequired']).nullable(),
})
export type PluginInspection = z.infer<typeof PluginInspection>

/** A publisher whose signature counts as trusted. `publicKey` is the raw Ed25519 key, base64. */
export const PluginPublisher = z.object({
  fingerprint: z.string(),
  name: z.string(),
  publicKey: z.string(),
  addedAt: instant,
  addedBy: z.string(),
})
export type PluginPublisher = z.infer<typeof PluginPublisher>

/** An entry in the inbox of the data folder: a packed plugin, or the folder of one. */
export const PluginInboxEntry = z.object({ name: z.string(), kind: z.enum(['archive', 'folder']) })
export type PluginInboxEntry = z.infer<typeof PluginInboxEntry>
