import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { scopes } from './keys/key.ts'
import { routes } from './routes.ts'

const everybody = ['user', 'super', 'admin'] as const

/**
 * A server of the Model Context Protocol at `/v1/mcp`: programs read and answer conversations as the user of their key.
 */
export const plugin = definePlugin({
  id: 'mcp',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Servidor MCP', en: 'MCP server', es: 'Servidor MCP', ru: 'Сервер MCP' },
  description: {
    'pt-BR':
      'Deixa assistentes de IA ler, rascunhar e responder conversas pelo Model Context Protocol, com as ' +
      'permissões de quem criou a chave.',
    en:
      'Lets AI assistants read, draft and answer conversations by the Model Context Protocol, with the permissions ' +
      'of who made the key.',
    es:
      'Permite que asistentes de IA lean, redacten y respondan conversaciones por el Model Context Protocol, con ' +
      'los permisos de quien creó la clave.',
    ru:
      'Позволяет ИИ-ассистентам читать беседы, готовить черновики и отвечать по Model Context Protocol с правами ' +
      'того, кто создал ключ.',
  },
  enabledByDefault: false,
  uses: ['tokens.issue', 'tickets.list', 'contacts.list', 'messages.read'],
  acting: ['tickets', 'messages', 'drafts'],
  connects: { route: 'call', page: '/configuracoes/mcp/conectar', scopes },
  permissions: {
    keys: { titleKey: 'permission.keys', roles: everybody },
    read: { titleKey: 'permission.read', roles: everybody },
    draft: { titleKey: 'permission.draft', roles: everybody },
    tag: { titleKey: 'permission.tag', roles: everybody },
    send: { titleKey: 'permission.send', roles: everybody },
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
  },
  routes,
  errors,
  claims: { call: '/v1/mcp', listen: '/v1/mcp' },
  ui: {
    pages: [
      {
        path: '/configuracoes/mcp',
        panel: 'keys',
        titleKey: 'page.title',
        nav: { group: 'settings', icon: 'key', order: 61 },
        when: { permission: 'mcp.keys' },
      },
      {
        path: '/configuracoes/mcp/conectar',
        panel: 'consent',
        titleKey: 'consent.title',
        when: { permission: 'mcp.keys' },
      },
    ],
    commands: [{ id: 'keys', titleKey: 'page.title', path: '/configuracoes/mcp' }],
  },
})

export default plugin
