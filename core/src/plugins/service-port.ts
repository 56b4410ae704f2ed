import {
  fieldIssue,
  Refusal,
  serviceKinds,
  type PluginContext,
  type ServiceKind,
  type ServiceCall,
  type ServiceCallOptions,
  type ServiceMethod,
  type ServiceMethodName,
  type ServicePort,
} from '@recado/contracts'
import { currentContext } from '../base/context.ts'
import type { Availabilities } from './availability.ts'
import type { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import { inPieces } from './service-pieces.ts'

export interface ServiceParts {
  readonly running: ReadonlyMap<string, RunningPlugin>
  readonly availability: Pick<Availabilities, 'usable'>
  readonly guard: Guard
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  /** A plugin told that what it answers has changed. */
  changed(tenantId: string, kind: ServiceKind): Promise<void>
}

type Code = (input: unknown, ctx: PluginContext, call: ServiceCall) => Promise<unknown>

/** Services of plugins for plugins: see {@link ServicePort}. Each call is behind the guard of its provider. */
export function servicePort(
  { running, availability, guard, context, changed }: ServiceParts,
  tenantId: string,
  locale: () => Promise<string>,
): ServicePort {
  const before = (a: RunningPlugin, b: RunningPlugin): number =>
    Number(a.folder.installed !== undefined) - Number(b.folder.installed !== undefined) || (a.id < b.id ? -1 : 1)
  const providing = async (kind: ServiceKind): Promise<readonly RunningPlugin[]> => {
    const plugins = [...running.values()]
      .filter(({ definition }) => (definition.provides as readonly ServiceKind[]).includes(kind))
      .sort(before)
    const usable = await Promise.all(plugins.map((plugin) => availability.usable(plugin, tenantId)))
    return plugins.filter((_plugin, index) => usable[index])
  }
  const call = async (
    name: ServiceMethodName,
    input: unknown,
    { provider, signal: ofCaller, onPiece }: ServiceCallOptions = {},
  ): Promise<unknown> => {
    const [kind, methodName] = name.split('.') as [ServiceKind, string]
    const method = (serviceKinds[kind] as Readonly<Record<string, ServiceMethod>>)[methodName]!
    const checked = method.input.safeParse(input)
    if (!checked.success)
      throw new Refusal('ERR_VALIDATION', { issues: checked.error.issues.map((issue) => fieldIssue(issue, 'input')) })
    const plugin = (await providing(kind)).find(({ id }) => provider === undefined || id === provider)
    if (!plugin) return undefined
    const code = (plugin.implementation.services as Readonly<Record<string, Readonly<Record<string, Code>>>>)[kind]![
      methodName
    ]!
    // Read before the guard, which opens a context of the provider's own.
    const caller = currentContext()?.plugin ?? null
    const guarded = {
      plugin: plugin.id,
      errors: plugin.definition.errors,
      tenantId,
      by: 'company' as const,
      what: `service ${name}`,
      limitMs: method.limitMs,
      signal: ofCaller,
      isWithin: caller === plugin.id,
    }
    return guard.run(guarded, async (signal) => {
      const run = (within: AbortSignal, tell: ServiceCall['tell']) =>
        context(plugin, tenantId, within).then((ctx) => code(checked.data, ctx, { caller, tell }))
      return method.output.parse(await inPieces(method, run, { signal, onPiece }))
    })
  }
  return {
    async providers(kind) {
      const [plugins, language] = await Promise.all([providing(kind), locale()])
      return plugins.map(({ id, definition }) => {
        const title = definition.title as Readonly<Record<string, string>>
        return { plugin: id, title: title[language] ?? title.en ?? id }
      })
    },
    call: call as ServicePort['call'],
    changed: (kind) => changed(tenantId, kind),
  }
}
