import { Refusal, type PluginConcern, type PluginInspection } from '@recado/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from '../bus/bus.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { PluginFault } from '../plugins/fault.ts'
import type { PluginHost, PreparedPlugin } from '../plugins/host.ts'
import { addedBy, changeTo } from './differences.ts'
import type { PluginInbox } from './inbox.ts'
import type { Actor, InstallationStore, InstalledRow } from './installation-store.ts'
import { fingerprintOfKey, sourceOf, unpackableOf, type InstalledPlugins } from './installed-plugins.ts'
import { readPackedPlugin, type PackedPlugin } from './packed-plugin.ts'
import type { PluginFiles } from './plugin-files.ts'
import type { Publishers } from './publishers.ts'

export interface InstallerOptions {
  readonly store: InstallationStore
  readonly files: PluginFiles
  readonly inbox: PluginInbox
  readonly publishers: Publishers
  readonly installed: InstalledPlugins
  readonly host: Pick<PluginHost, 'isShipped' | 'prepare' | 'remove' | 'dependents'>
  readonly bus: Pick<EventBus, 'forget'>
  readonly jobs: Pick<Jobs, 'discard'>
  /** True if only plugins of trusted publishers may be installed. */
  readonly signaturesRequired: boolean
  /** Deletes the schema of a plugin, as the owner of the database. */
  eraseSchema(plugin: string): Promise<void>
}

type Judgement = Pick<PluginInspection, 'signature' | 'concerns' | 'blocked'>

/**
 * Installs third-party plugins in the running product and removes them. Inspecting one runs none of its code; the
 * installed files are the inspected ones, to the byte.
 */
export class Installer {
  readonly #options: InstallerOptions

  constructor(options: InstallerOptions) {
    this.#options = options
  }

  /**
   * @throws Refusal of {@link readPackedPlugin}, and ERR_PLUGIN_ID_TAKEN for the id of a plugin that lies in a folder
   * of the server
   */
  async inspect(actor: Actor, bytes: Uint8Array): Promise<PluginInspection> {
    const packed = await this.#read(bytes)
    const { manifest } = packed
    const before = await this.#options.store.find(manifest.id)
    const judgement = await this.#judge(packed, before)
    const id = uuidv7()
    const { expiresAt } = await this.#options.store.keepInspection(
      id,
      actor,
      packed,
      before && !before.removed ? before.hash : null,
    )
    const { files, ...shown } = manifest
    return {
      id,
      expiresAt,
      manifest: shown,
      ...judgement,
      size: { packed: bytes.length, unpacked: packed.unpackedBytes, files: Object.keys(files).length },
      installed: before
        ? {
            version: before.version,
            publisher: before.manifest.publisher,
            fingerprint: fingerprintOfKey(before.publisherKey),
            removed: before.removed,
          }
        : null,
      change: changeTo({ version: manifest.version, hash: packed.hash }, before),
      added: addedBy(manifest, before && !before.removed ? before.manifest : undefined),
    }
  }

  /** The same for what lies in the inbox. */
  async inspectFromInbox(actor: Actor, name: string): Promise<PluginInspection> {
    return this.inspect(actor, await this.#options.inbox.read(name))
  }

  /** @throws Refusal ERR_NO_PLUGIN_INSPECTION */
  async discard(actor: Actor, inspection: string): Promise<void> {
    if (!(await this.#options.store.discardInspection(inspection, actor))) throw new Refusal('ERR_NO_PLUGIN_INSPECTION')
  }

  /**
   * Installs what was inspected, and starts it: a plugin that does not start is not installed, and the version before
   * it goes on. Answers the plugin's id.
   *
   * @throws Refusal ERR_NO_PLUGIN_INSPECTION, ERR_PLUGIN_SIGNATURE, ERR_PLUGIN_SIGNATURE_REQUIRED,
   * ERR_PLUGIN_ACCEPTANCE_REQUIRED, ERR_PLUGIN_CHANGED, ERR_PLUGIN_NOT_STARTED
   */
  confirm(actor: Actor, inspectionId: string, accepted: boolean): Promise<string> {
    const { store, installed } = this.#options
    return installed.inTurn(() =>
      store.alone(async () => {
        const inspection = await store.inspection(inspectionId, actor)
        if (!inspection) throw new Refusal('ERR_NO_PLUGIN_INSPECTION')
        const packed = await this.#read(inspection.archive)
        const { id } = packed.manifest
        if (packed.hash !== inspection.hash) throw new Refusal('ERR_NO_PLUGIN_INSPECTION')
        const before = await store.find(id)
        requireAcceptance(await this.#judge(packed, before), accepted)
        const hashBefore = before && !before.removed ? before.hash : null
        if (hashBefore !== inspection.installedHash) throw new Refusal('ERR_PLUGIN_CHANGED')
        if (hashBefore === packed.hash) {
          await store.discardInspection(inspectionId, actor)
          return id
        }
        await this.#install(actor, packed, hashBefore, inspectionId)
        installed.changed()
        return id
      }),
    )
  }

  /**
   * Takes an installed plugin out. Its data stays unless `erase` is asked for; then it can also be asked for later, of
   * a plugin that was removed before.
   *
   * @throws Refusal ERR_PLUGIN_SHIPPED, ERR_PLUGIN_NOT_FOUND, ERR_PLUGIN_IN_USE naming connections or plugins
   */
  remove(actor: Actor, id: string, erase: boolean): Promise<void> {
    const { store, host, files, installed } = this.#options
    return installed.inTurn(() =>
      store.alone(async () => {
        const row = await store.find(id)
        if (!row || (row.removed && !erase))
          throw new Refusal(host.isShipped(id) ? 'ERR_PLUGIN_SHIPPED' : 'ERR_PLUGIN_NOT_FOUND')
        if (!row.removed) {
          const users = [...(await store.activeConnections(id)), ...host.dependents(id)]
          if (users.length > 0) throw new Refusal('ERR_PLUGIN_IN_USE', { detail: users.join('; ') })
          await store.remove(actor, id)
          await host.remove(id)
          await files.removeAll(id)
          installed.changed()
        }
        // Other nodes release their consumers when they are notified; a later one finds its cursor gone and stops.
        await this.#options.bus.forget(`plugin.${id}.`)
        if (!erase) return
        await this.#options.jobs.discard(`plugin:${id}:`)
        await this.#options.eraseSchema(id)
        await store.erase(actor, id)
      }),
    )
  }

  async #read(bytes: Uint8Array): Promise<PackedPlugin> {
    const packed = await readPackedPlugin(bytes)
    if (this.#options.host.isShipped(packed.manifest.id))
      throw new Refusal('ERR_PLUGIN_ID_TAKEN', { detail: packed.manifest.id })
    return packed
  }

  async #judge({ seal }: PackedPlugin, before: InstalledRow | undefined): Promise<Judgement> {
    if (seal.kind === 'broken')
      return { signature: { verdict: 'broken', fingerprint: null, publisher: null }, concerns: [], blocked: 'broken' }
    const fingerprint = seal.kind === 'signed' ? seal.fingerprint : null
    const publisher = fingerprint === null ? null : ((await this.#options.publishers.nameOf(fingerprint)) ?? null)
    const verdict = fingerprint === null ? 'unsigned' : publisher === null ? 'untrusted' : 'trusted'
    const concerns: PluginConcern[] = verdict === 'trusted' ? [] : [verdict]
    if (before && (seal.kind === 'signed' ? seal.publicKey : null) !== before.publisherKey)
      concerns.push('publisherChanged')
    return {
      signature: { verdict, fingerprint, publisher },
      concerns,
      blocked: this.#options.signaturesRequired && verdict !== 'trusted' ? 'signatureRequired' : null,
    }
  }

  async #install(actor: Actor, packed: PackedPlugin, hashBefore: string | null, inspection: string): Promise<void> {
    const { store, files, host } = this.#options
    const { manifest, hash, manifestHash, seal, bytes } = packed
    const described = {
      id: manifest.id,
      version: manifest.version,
      hash,
      manifest,
      manifestHash,
      publisherKey: seal.kind === 'signed' ? seal.publicKey : null,
      installedBy: actor.name,
      installedAt: new Date().toISOString(),
    }
    const path = await files.unpack(unpackableOf(described), bytes)
    let prepared: PreparedPlugin | undefined
    try {
      prepared = await host.prepare(sourceOf(described, path))
      if (!(await store.save(actor, packed, hashBefore, inspection))) throw new Refusal('ERR_PLUGIN_CHANGED')
    } catch (error) {
      await prepared?.discard()
      await files.remove(described)
      throw error instanceof PluginFault
        ? new Refusal('ERR_PLUGIN_NOT_STARTED', { detail: error.message }, { cause: error })
        : error
    }
    await prepared.commit()
  }
}

function requireAcceptance({ blocked, concerns }: Judgement, accepted: boolean): void {
  if (blocked === 'broken') throw new Refusal('ERR_PLUGIN_SIGNATURE')
  if (blocked === 'signatureRequired') throw new Refusal('ERR_PLUGIN_SIGNATURE_REQUIRED')
  if (concerns.length > 0 && !accepted)
    throw new Refusal('ERR_PLUGIN_ACCEPTANCE_REQUIRED', { detail: concerns.join(', ') })
}
