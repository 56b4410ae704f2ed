import { definePlugin, implementPlugin, type AnyPluginDefinition, type PluginModule } from '@recado/sdk'
import * as z from 'zod'

const inAllLanguages = (text: string) => ({ 'pt-BR': text, en: text, es: text, ru: text })

/** The parts of a definition that every plugin has, for fixtures that are about one other part. */
export const minimal = (id: string) => ({
  id,
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'Recado tests',
  title: inAllLanguages(id),
  description: inAllLanguages(`The plugin ${id}.`),
  tier: 'free' as const,
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {},
  channels: {},
  routes: {},
  emits: [],
  on: {},
  jobs: {},
})

/** A plugin that does nothing, but for what the overrides make of its definition and its code. */
export const plugin = (id: string, definition: object = {}, implementation: object = {}): PluginModule =>
  implementPlugin(definePlugin({ ...minimal(id), ...definition } as AnyPluginDefinition), {
    channels: {},
    routes: {},
    on: {},
    jobs: {},
    conditions: {},
    actions: {},
    responders: {},
    sockets: {},
    services: {},
    ...implementation,
  })
