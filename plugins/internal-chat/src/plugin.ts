import { definePlugin, UserDeleted } from '@recado/sdk'
import * as z from 'zod'
import { errors } from './errors.ts'
import { routes } from './routes.ts'

const use = { when: { permission: 'internal-chat.use' }, tier: 'plus' } as const

/** The team's own chat. Customers never see any of it. */
export const plugin = definePlugin({
  id: 'internal-chat',
  version: '0.1.0',
  host: '^1.27.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Chat interno', en: 'Internal chat', es: 'Chat interno', ru: 'Внутренний чат' },
  description: {
    'pt-BR': 'Conversas da equipe, entre duas pessoas ou em grupos, que o cliente nunca vê.',
    en: 'Conversations of the team, between two people or in groups, which the customer never sees.',
    es: 'Conversaciones del equipo, entre dos personas o en grupos, que el cliente nunca ve.',
    ru: 'Разговоры команды, вдвоём или в группах; клиент их не видит.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({
    keepDays: z.int().min(0).max(3_650).default(0).meta({ widget: 'number' }),
  }),
  uses: ['messages.read'],
  permissions: { use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] } },
  routes,
  errors,
  claims: { people: '/users/chat-interno' },
  on: { userDeleted: UserDeleted },
  jobs: { sweep: z.object({}) },
  ui: {
    pages: [
      {
        path: '/chat-interno',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'attendance', icon: 'message-circle', order: 10, badge: 'unread' },
        layout: 'full',
        ...use,
      },
    ],
    slots: [
      {
        slot: 'ticket.header.actions',
        panel: 'ask',
        titleKey: 'ask.title',
        icon: 'message-square-text',
        order: 40,
        ...use,
      },
      {
        slot: 'ticket.message.actions',
        panel: 'askAbout',
        titleKey: 'ask.title',
        icon: 'message-square-text',
        order: 40,
        ...use,
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/chat-interno', tier: 'plus' }],
  },
})
export type Definition = typeof plugin

export default plugin
