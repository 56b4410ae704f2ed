import { definePlugin, defineRoute } from '@recado/sdk'
import * as z from 'zod'

/** What the plugin is, as data: its settings, who may do what, its calls, where its panels stand. */
export const plugin = definePlugin({
  id: 'template-plugin',
  version: '0.1.0',
  host: '^1.0.0',
  publisher: 'Template Publisher',
  title: { 'pt-BR': 'Template Plugin', en: 'Template Plugin', es: 'Template Plugin', ru: 'Template Plugin' },
  description: {
    'pt-BR': 'Mostra dicas ao lado da conversa.',
    en: 'Shows tips beside the conversation.',
    es: 'Muestra consejos junto a la conversación.',
    ru: 'Показывает подсказки рядом с разговором.',
  },
  settings: z.object({ tips: z.array(z.string().min(1).max(500)).max(50).default([]) }),
  permissions: { read: { titleKey: 'permission.read', roles: ['user', 'super', 'admin'] } },
  routes: {
    tips: defineRoute({
      method: 'GET',
      path: '/tips',
      summary: 'The tips of the company',
      access: { kind: 'session', permission: 'template-plugin.read' },
      rate: 'read',
      response: z.object({ tips: z.array(z.string()) }),
    }),
  },
  ui: {
    slots: [
      {
        slot: 'ticket.sidebar',
        panel: 'tips',
        titleKey: 'tips.title',
        icon: 'lightbulb',
        when: { permission: 'template-plugin.read' },
      },
    ],
  },
})
