import type { ComponentType } from 'react'
import { contractAllows, isBuiltFor } from './contract-check.ts'
import { PanelFailure } from './panel-failure.ts'
import type { PanelPlugin } from './panel-plugin.ts'

/** A slot's name, or `page`. */
export type PanelPlace = string
export type PanelState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Component: ComponentType<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly failure: PanelFailure }

interface Panel {
  readonly slot?: string
  readonly page?: string
  load(): Promise<{ default?: unknown }>
}

export interface PanelStoreOptions {
  /** Loads a plugin's panels module; `attempt` counts from 0 and grows after every failure of the plugin. */
  load(plugin: PanelPlugin, attempt: number): Promise<unknown>
  /** Loads what a panel needs before its first draw, its texts; a failure there is not the panel's. */
  prepare(plugin: PanelPlugin): Promise<unknown>
  /** After this many milliseconds a panel says that it is late. Its load goes on, and is what a retry waits for. */
  timeoutMs: number
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** Function components, and what `memo` and `forwardRef` make. */
const isComponent = (value: unknown): value is ComponentType<Record<string, unknown>> =>
  typeof value === 'function' || (isObject(value) && '$$typeof' in value)
const isPanel = (value: unknown): value is Panel => isObject(value) && typeof value['load'] === 'function'

function panelOf(module: unknown, name: string, place: PanelPlace): Panel {
  if (!isObject(module) || !isObject(module['default']) || !isObject(module['default']['panels']))
    throw new PanelFailure('shape', 'The module does not export what definePanels makes')
  if (!isBuiltFor(module['builtFor']))
    throw new PanelFailure('shape', 'The module does not say which contract it was built for')
  if (!contractAllows(module['builtFor']))
    throw new PanelFailure('contract', `Built for contract ${module['builtFor'].major}.${module['builtFor'].minor}`)
  const panel = module['default']['panels'][name]
  if (!isPanel(panel)) throw new PanelFailure('shape', `There is no panel ${name}`)
  if ((panel.slot ?? 'page') !== place)
    throw new PanelFailure('shape', `Panel ${name} was made for ${panel.slot ?? 'a page'}, not for ${place}`)
  return panel
}

const asLoadFailure = (cause: unknown): PanelFailure =>
  cause instanceof PanelFailure ? cause : new PanelFailure('load', 'The panel could not be loaded', { cause })

/**
 * States of all panels requested in this page. A panel is loaded once and then drawn without waiting; a failure is kept
 * until somebody retries. Plain data outside of React: an unmounted slot loses nothing.
 */
export function createPanelStore({ load, prepare, timeoutMs }: PanelStoreOptions) {
  const states = new Map<string, PanelState>()
  const pending = new Map<string, Promise<ComponentType<Record<string, unknown>>>>()
  const modules = new Map<string, Promise<unknown>>()
  const attempts = new Map<string, number>()
  const listeners = new Set<() => void>()
  const loading: PanelState = { status: 'loading' }

  const identity = (plugin: PanelPlugin) => `${plugin.id}@${plugin.version} ${plugin.remote.entry}`
  const keyOf = (plugin: PanelPlugin, name: string, place: PanelPlace) => `${identity(plugin)}/${place}/${name}`
  const put = (key: string, state: PanelState) => {
    states.set(key, state)
    for (const listener of listeners) listener()
  }

  /** One load per plugin, shared by its panels. After a failure the next one who asks starts the next attempt. */
  function moduleOf(plugin: PanelPlugin): Promise<unknown> {
    const id = identity(plugin)
    const known = modules.get(id)
    if (known) return known
    const started = load(plugin, attempts.get(id) ?? 0)
    modules.set(id, started)
    return started
  }
  function forget(plugin: PanelPlugin, failed: Promise<unknown>): void {
    const id = identity(plugin)
    if (modules.get(id) !== failed) return
    modules.delete(id)
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
  }

  async function loadPanel(
    plugin: PanelPlugin,
    name: string,
    place: PanelPlace,
  ): Promise<ComponentType<Record<string, unknown>>> {
    if (!contractAllows(plugin.remote.contract))
      throw new PanelFailure(
        'contract',
        `Built for contract ${plugin.remote.contract.major}.${plugin.remote.contract.minor}`,
      )
    const words = prepare(plugin).catch(() => undefined)
    const module = moduleOf(plugin)
    try {
      const component = (await panelOf(await module, name, place).load()).default
      if (!isComponent(component))
        throw new PanelFailure('shape', `Panel ${name} does not export a component as default`)
      await words
      return component
    } catch (cause) {
      const failure = asLoadFailure(cause)
      if (failure.reason === 'load') forget(plugin, module)
      throw failure
    }
  }

  /** Follows a load until it ends, or until it is late; a later result still replaces the failure. */
  async function follow(key: string, work: Promise<ComponentType<Record<string, unknown>>>): Promise<void> {
    const late = setTimeout(
      () => put(key, { status: 'failed', failure: new PanelFailure('timeout', `Not there after ${timeoutMs} ms`) }),
      timeoutMs,
    )
    try {
      put(key, { status: 'ready', Component: await work })
    } catch (failure) {
      put(key, { status: 'failed', failure: failure as PanelFailure })
    } finally {
      clearTimeout(late)
    }
  }

  function begin(plugin: PanelPlugin, name: string, place: PanelPlace): void {
    const key = keyOf(plugin, name, place)
    put(key, loading)
    let work = pending.get(key)
    if (!work) {
      work = loadPanel(plugin, name, place)
      pending.set(key, work)
      const done = () => {
        pending.delete(key)
      }
      work.then(done, done)
    }
    void follow(key, work)
  }

  return {
    /** Answers what is known now; `loading` before anybody asked. */
    stateOf: (plugin: PanelPlugin, name: string, place: PanelPlace): PanelState =>
      states.get(keyOf(plugin, name, place)) ?? loading,
    /** Loads a panel unless that was done: when it is first shown, or earlier, when its menu entry is pointed at. */
    want(plugin: PanelPlugin, name: string, place: PanelPlace): void {
      if (!states.has(keyOf(plugin, name, place))) begin(plugin, name, place)
    },
    retry: begin,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type PanelStore = ReturnType<typeof createPanelStore>
