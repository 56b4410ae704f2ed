import { expect, test } from 'vitest'
import * as z from 'zod'
import { ChannelCapabilities } from './capabilities.ts'
import { defineChannel } from './channel.ts'
import { definePlugin, implementPlugin, PluginDefinitionShape } from './plugin.ts'

const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const facts = { id: 'small', version: '1.0.0', host: '^1.0.0', publisher: 'p', title: words, description: words }

test('what a plugin leaves out is empty, so that the host finds a whole definition and whole code', () => {
  const small = definePlugin(facts)
  expect(PluginDefinitionShape.safeParse(small)).toMatchObject({ success: true, data: { tier: 'free', permissions: {}, channels: {}, routes: {}, emits: [], on: {}, jobs: {} } })
  expect(small.settings.parse({})).toEqual({})
  expect(implementPlugin(small, {}).implementation).toEqual({ channels: {}, routes: {}, on: {}, jobs: {} })
  expect(definePlugin({ ...facts, tier: 'plus' }).tier).toBe('plus')
})

test('what a channel does not say it can, it cannot', () => {
  const { capabilities } = defineChannel({
    type: 'plain', titleKey: 't', badge: { color: '#000000', icon: 'x' }, transport: 'webhook', identityKind: 'plain', config: z.object({}),
    capabilities: { version: 1, text: { maxLength: 100, format: 'plain' }, typing: 'full', idempotentSend: 'none' },
  })
  expect(ChannelCapabilities.parse(capabilities)).toMatchObject({ typing: 'full', edit: { level: 'rejected' }, media: {}, receipts: { out: [], inMarkRead: false } })
})
