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
  type OfferedResponder,
  type PluginModule,
  type ResponderCode,
  type ResponderPlace,
  type ResponderSpec,
  type Viewer,
} from '@recado/contracts'
import type { Availabilities } from './availability.ts'
import { namespaceOf } from './plugin-names.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import type { Action, Block, Condition, PluginBlocks, Responder } from './plugin-blocks.ts'

export type BlockKind = Exclude<keyof PluginBlocks, 'responders'>

/** Conditions, actions and responders of a plugin that came through its check. */
export const blocksOf = ({ definition, implementation }: PluginModule): PluginBlocks => ({
  conditions: gathered(
    definition.conditions as Record<string, ConditionSpec>,
    implementation.conditions as Record<string, ConditionCode>,
  ),
  actions: gathered(
    definition.actions as Record<string, ActionSpec>,
    implementation.actions as Record<string, ActionCode>,
  ),
  responders: gathered(
    definition.responders as Record<string, ResponderSpec>,
    implementation.responders as Record<string, ResponderCode>,
  ),
})

const gathered = <Spec extends ConditionSpec | ActionSpec | ResponderSpec, Code>(
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
    const present = await this.#present(user.tenantId, ({ blocks }) => blocks.conditions.size + blocks.actions.size > 0)
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

  /** Responders that can stand in an order. */
  async offeredResponders(tenantId: string): Promise<readonly OfferedResponder[]> {
    const present = await this.#present(tenantId, ({ blocks }) => blocks.responders.size > 0)
    return present.flatMap((plugin) =>
      [...plugin.blocks.responders.values()].map(({ name, spec, form }) => ({
        plugin: plugin.id,
        pluginTitle: { ...plugin.definition.title },
        name,
        namespace: namespaceOf(plugin.id),
        words: `responders.${name}`,
        icon: spec.icon ?? null,
        fields: [...form.fields],
      })),
    )
  }

  responder(
    tenantId: string,
    { plugin, name }: Pick<ResponderPlace, 'plugin' | 'name'>,
  ): Promise<Contributed<Responder> | undefined> {
    return this.#find(tenantId, plugin, ({ responders }) => responders.get(name))
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

  /** Those that contribute and that the company can use, by their ids. */
  async #present(tenantId: string, contributes: (plugin: RunningPlugin) => boolean): Promise<readonly RunningPlugin[]> {
    const contributing = [...this.#running.values()].filter(contributes).sort((a, b) => (a.id < b.id ? -1 : 1))
    const usable = await Promise.all(contributing.map((plugin) => this.#availability.usable(plugin, tenantId)))
    return contributing.filter((_plugin, index) => usable[index])
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
