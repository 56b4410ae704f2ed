import { ConnectionStatusChanged, definePlugin, MessageStatusChanged } from '@recado/sdk'
import { errors } from './errors.ts'
import { routes } from './routes.ts'

/** API configurations (S3-028): programs send through a connection with a token, at `/v1/api/external/{apiId}`. */
export const plugin = definePlugin({
  id: 'api',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'API', en: 'API', es: 'API', ru: 'API' },
  description: {
    'pt-BR': 'Deixa outros sistemas enviarem mensagens por uma conexão, cada um com o seu token.',
    en: 'Lets other systems send messages through a connection, each with its own token.',
    es: 'Permite que otros sistemas envíen mensajes por una conexión, cada uno con su token.',
    ru: 'Позволяет другим системам отправлять сообщения через подключение, каждой со своим токеном.',
  },
  enabledByDefault: true,
  uses: ['conversations.open', 'keys.issue', 'tickets.write', 'messages.read', 'webhooks.send'],
  // Files of messages come from addresses that programs name.
  egress: ['*'],
  fetchLimitMs: 40_000,
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  routes,
  errors,
  on: { messageStatus: MessageStatusChanged, connectionStatus: ConnectionStatusChanged },
  claims: {
    send: '/v1/api/external/:apiId',
    status: '/v1/api/external/:apiId',
    message: '/v1/api/external/:apiId/messages/:messageId',
    close: '/v1/api/external/:apiId/tickets/:ticketId/close',
  },
  ui: {
    pages: [
      {
        path: '/configuracoes/api',
        panel: 'settings',
        titleKey: 'settings.title',
        nav: { group: 'settings', icon: 'code', order: 60 },
        tier: 'plus',
        when: { permission: 'api.manage' },
      },
    ],
    commands: [{ id: 'settings', titleKey: 'settings.title', path: '/configuracoes/api', tier: 'plus' }],
  },
})

export default plugin
