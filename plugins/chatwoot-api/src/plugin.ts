import {
  ContactCreated,
  ContactMerged,
  ContactUpdated,
  definePlugin,
  MessageCreated,
  MessageReceived,
  MessageStatusChanged,
  TicketCreated,
  TicketDeleted,
  TicketTagged,
  TicketUpdated,
} from '@recado/sdk'
import { inboxChannel } from './channel/inbox-channel.ts'
import { cable } from './cable/protocol.ts'
import { errors } from './errors.ts'
import { claims, routes } from './routes.ts'

/** The API of Chatwoot, for programs that were written for it: their inboxes are a channel here. */
export const plugin = definePlugin({
  id: 'chatwoot-api',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'API do Chatwoot',
    en: 'Chatwoot API',
    es: 'API de Chatwoot',
    ru: 'API Chatwoot',
  },
  description: {
    'pt-BR': 'Conecta programas feitos para o Chatwoot, como Evolution API, WAHA e n8n, sem mudar nada neles.',
    en: 'Connects programs that were made for Chatwoot, such as Evolution API, WAHA and n8n, without changing them.',
    es: 'Conecta programas hechos para Chatwoot, como Evolution API, WAHA y n8n, sin cambiar nada en ellos.',
    ru: 'Подключает программы, созданные для Chatwoot (Evolution API, WAHA, n8n), ничего в них не меняя.',
  },
  uses: [
    'keys.issue',
    'attributes.write',
    'conversations.open',
    'contacts.list',
    'contacts.write',
    'connections.write',
    'messages.read',
    'tickets.list',
    'tickets.write',
    'webhooks.send',
  ],
  fetchLimitMs: 40_000,
  permissions: {
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
    read: { titleKey: 'permission.read', roles: ['user', 'super', 'admin'] },
  },
  channels: { inbox: inboxChannel },
  routes,
  errors,
  claims,
  sockets: { cable },
  on: {
    received: MessageReceived,
    created: MessageCreated,
    status: MessageStatusChanged,
    ticketCreated: TicketCreated,
    ticketUpdated: TicketUpdated,
    ticketTagged: TicketTagged,
    ticketDeleted: TicketDeleted,
    contactCreated: ContactCreated,
    contactUpdated: ContactUpdated,
    contactMerged: ContactMerged,
  },
  ui: {
    pages: [
      {
        path: '/configuracoes/chatwoot',
        panel: 'settings',
        titleKey: 'settings.title',
        nav: { group: 'settings', icon: 'plug', order: 62 },
        when: { permission: 'chatwoot-api.manage' },
      },
    ],
    slots: [
      {
        slot: 'ticket.thread.entries',
        panel: 'thread',
        titleKey: 'note.title',
        icon: 'plug',
        when: { permission: 'chatwoot-api.read' },
      },
    ],
    commands: [{ id: 'settings', titleKey: 'settings.title', path: '/configuracoes/chatwoot' }],
  },
})

export default plugin
