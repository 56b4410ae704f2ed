import {
  automationRunners,
  settingsForm,
  type ActionCode,
  type ActionSpec,
  type AutomationBlock,
  type AutomationOffer,
  type AutomationRunner,
  type BlockCall,
  type ConditionCode,
  type ConditionSpec,
  type PluginModule,
  type Viewer,
} from '@recado/contracts'
import type { Availabilities } from './availability.ts'
import { namespaceOf } from './plugin-names.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import type { Action, Block, Condition, PluginBlocks } from './plugin-blocks.ts'

export type BlockKind = keyof PluginBlocks

/** Conditions and actions of a plugin that came through its check. */
export const blocksOf = ({ definition, implementation }: PluginModule): PluginBlocks => ({
  conditions: gathered(
    definition.conditions as Record<string, ConditionSpec>,
    implementation.conditions as Record<string, ConditionCode>,
  ),
  actions: gathered(
    definition.actions as Record<string, ActionSpec>,
    implementation.actions as Record<string, ActionCode>,
  ),
})

const gathered = <Spec extends ConditionSpec | ActionSpec, Code>(
  declared: Readonly<Record<string, Spec>>,
  codes: Readonly<Record<string, Code>>,
): ReadonlyMap<string, Block<Spec, Code>> =>
  new Map(
    Object.entries(declared).map(([name, spec]) => [
      name,
      { name, spec, form: settingsForm(spec.input), code: codes[name]! },
    ]),
  )

/** A block with the plugin that contributes it. */
export interface Contributed<B> {
  readonly plugin: RunningPlugin
  readonly block: B
}

/** For whom blocks are looked up. With a viewer an action that a user has done is only there with its permission. */
export interface BlockUser {
  readonly tenantId: string
  readonly viewer?: Viewer | undefined
}

/**
 * Blocks that the running plugins contribute, for one company: without those that are switched off or above its
 * licence.
 */
export class Blocks {
  readonly #running: ReadonlyMap<string, RunningPlugin>
  readonly #availability: Pick<Availabilities, 'usable'>

  constructor(running: ReadonlyMap<string, RunningPlugin>, availability: Pick<Availabilities, 'usable'>) {
    this.#running = running
    this.#availability = availability
  }

  /** By the ids of the plugins, so that it is the same on every node. */
  async offered(user: BlockUser, by: AutomationRunner): Promise<AutomationOffer> {
    const contributing = [...this.#running.values()]
      .filter(({ blocks }) => blocks.conditions.size + blocks.actions.size > 0)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const usable = await Promise.all(contributing.map((plugin) => this.#availability.usable(plugin, user.tenantId)))
    const present = contributing.filter((_plugin, index) => usable[index])
    return {
      conditions: present.flatMap((plugin) =>
        [...plugin.blocks.conditions.values()].map((block) => ({
          ...described(plugin, 'conditions', block),
          about: block.spec.about ?? 'ticket',
        })),
      ),
      actions: present.flatMap((plugin) =>
        [...plugin.blocks.actions.values()]
          .filter((block) => isFor(block, by, user.viewer))
          .map((block) => ({ ...described(plugin, 'actions', block), ends: block.spec.ends === true })),
      ),
    }
  }

  condition(
    { tenantId }: BlockUser,
    { plugin, name }: Pick<BlockCall, 'plugin' | 'name'>,
  ): Promise<Contributed<Condition> | undefined> {
    return this.#find(tenantId, plugin, ({ conditions }) => conditions.get(name))
  }

  async action(
    { tenantId, viewer }: BlockUser,
    { plugin, name }: Pick<BlockCall, 'plugin' | 'name'>,
    by: AutomationRunner,
  ): Promise<Contributed<Action> | undefined> {
    const found = await this.#find(tenantId, plugin, ({ actions }) => actions.get(name))
    return found && isFor(found.block, by, viewer) ? found : undefined
  }

  async #find<B>(
    tenantId: string,
    id: string,
    pick: (blocks: PluginBlocks) => B | undefined,
  ): Promise<Contributed<B> | undefined> {
    const plugin = this.#running.get(id)
    const block = plugin && pick(plugin.blocks)
    return plugin && block && (await this.#availability.usable(plugin, tenantId)) ? { plugin, block } : undefined
  }
}

/** An automation needs no user's permission. */
const isFor = (
  { spec: { by: runners = automationRunners, permission } }: Action,
  by: AutomationRunner,
  viewer: Viewer | undefined,
): boolean =>
  runners.includes(by) &&
  (by === 'automation' || permission === undefined || viewer === undefined || viewer.can(permission))

const described = (
  { id, definition }: RunningPlugin,
  kind: BlockKind,
  { name, spec, form }: Condition | Action,
): AutomationBlock => ({
  plugin: id,
  pluginTitle: { ...definition.title },
  name,
  namespace: namespaceOf(id),
  words: `automation.${kind}.${name}`,
  icon: spec.icon ?? null,
  fields: [...form.fields],
  about: 'ticket',
  ends: false,
})
