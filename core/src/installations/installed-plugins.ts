import type { Logger } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import { PollPace } from '../base/poll-pace.ts'
import { Recurring } from '../base/recurring.ts'
import type { InstalledSource } from '../plugins/discover.ts'
import type { PluginHost } from '../plugins/host.ts'
import { fingerprintOf } from './seal.ts'
import type { InstallationStore, InstalledRow } from './installation-store.ts'
import { markOf, type PluginFiles, type Unpackable } from './plugin-files.ts'
import { sha256 } from './packed-plugin.ts'

const changedTopic = 'plugins.installed'
/** A node that missed the notice follows so late: where notices may be lost, and where they arrive. */
const followEveryMs = 5_000
const followEveryMsAtRest = 30_000

export interface InstalledPluginsOptions {
  readonly store: InstallationStore
  readonly files: PluginFiles
  readonly bus: Pick<EventBus, 'emit' | 'on' | 'isConnected'>
  readonly log: Logger
  /** Given late: the host asks for what is installed when it starts. */
  readonly host: () => Pick<PluginHost, 'installed' | 'adopt' | 'remove'>
}

/**
 * Keeps a node in line with what the database says is installed: at the start, when another node changed something, and
 * every few seconds. Changes of this node take the same turn, so that two never meet.
 */
export class InstalledPlugins {
  readonly #options: InstalledPluginsOptions
  readonly #following: Recurring
  #stopListening: (() => void) | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: InstalledPluginsOptions) {
    this.#options = options
    const { bus, log } = options
    const pace = new PollPace({
      busyMs: followEveryMs,
      idleMs: followEveryMsAtRest,
      isSignalled: () => bus.isConnected(),
    })
    const run = (): Promise<void> => this.inTurn(() => this.#follow())
    this.#following = new Recurring({ name: 'installed plugins', everyMs: pace.restMs, log, run })
  }

  /** Installed plugins, unpacked on this node, in the order of their installation. Also removes the files of others. */
  async present(): Promise<readonly InstalledSource[]> {
    const rows = (await this.#options.store.all()).filter((row) => !row.removed)
    await this.#options.files.sweep(rows)
    const sources: InstalledSource[] = []
    for (const row of rows) {
      sources.push(await this.#unpacked(row))
    }
    return sources
  }

  start(): void {
    this.#stopListening = this.#options.bus.on(changedTopic, () => void this.#following.now())
    this.#following.start()
  }

  async close(): Promise<void> {
    this.#stopListening?.()
    await this.#following.stop()
    await this.#turn.catch(() => undefined)
  }

  /** Runs `work` when nothing else changes the plugins of this node. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Notifies the other nodes. Call it after the commit. */
  changed(): void {
    this.#options.bus.emit(changedTopic, {})
  }

  async #follow(): Promise<void> {
    const { store, host, files } = this.#options
    const wanted = new Map((await store.present()).map(({ id, hash }) => [id, hash]))
    const here = host().installed()
    for (const id of here.keys()) {
      if (wanted.has(id)) continue
      await host().remove(id)
      await files.removeAll(id)
    }
    for (const [id, hash] of wanted) {
      if (here.get(id) === hash) continue
      const row = await store.find(id)
      if (row && !row.removed) await host().adopt(await this.#unpacked(row))
    }
  }

  /**
   * The folder of an installed plugin, written from the database where it is missing or was touched. Where that fails
   * the plugin is shown as broken, and the node starts all the same.
   */
  async #unpacked(row: InstalledRow): Promise<InstalledSource> {
    const { store, files, log } = this.#options
    const plugin = unpackableOf(row)
    try {
      if (!(await files.isSound(plugin))) {
        const archive = await store.archive(row.id, row.hash)
        if (!archive || sha256(archive) !== row.hash)
          throw new Error('the stored archive is not the one that was installed')
        await files.unpack(plugin, archive)
      }
    } catch (error) {
      log.error({ err: error, plugin: row.id }, 'the files of an installed plugin could not be unpacked')
    }
    return sourceOf(row, files.pathOf(plugin))
  }
}

type Described = Pick<
  InstalledRow,
  'id' | 'version' | 'hash' | 'manifest' | 'manifestHash' | 'publisherKey' | 'installedBy' | 'installedAt'
>

export const unpackableOf = ({
  id,
  version,
  hash,
  manifest,
  manifestHash,
  publisherKey,
  installedBy,
  installedAt,
}: Described): Unpackable => ({
  id,
  version,
  hash,
  manifest,
  record: { id, version, archive: hash, manifest: manifestHash, publisherKey, installedBy, installedAt },
})

export const sourceOf = (
  { id, hash, manifest, publisherKey, installedBy, installedAt }: Described,
  path: string,
): InstalledSource => ({
  id,
  path,
  hash,
  mark: markOf(hash),
  manifest,
  info: { fingerprint: fingerprintOfKey(publisherKey), installedAt, installedBy },
})

export const fingerprintOfKey = (publicKey: string | null): string | null =>
  publicKey === null ? null : fingerprintOf(Buffer.from(publicKey, 'base64'))
