import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { errors } from './errors.ts'
import { routes } from './routes.ts'
import { Settings } from './source/settings.ts'

/** Contacts, tickets and messages of the systems that a company used before. */
export const plugin = definePlugin({
  id: 'import',
  version: '0.1.0',
  host: '^1.27.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Importação de outros sistemas',
    en: 'Import from other systems',
    es: 'Importación de otros sistemas',
    ru: 'Перенос из других систем',
  },
  description: {
    'pt-BR': 'Traz contatos, filas, etiquetas, atendimentos e mensagens do Whaticket, izing, Z-PRO e Chatwoot.',
    en: 'Brings in contacts, queues, tags, tickets and messages from Whaticket, izing, Z-PRO and Chatwoot.',
    es: 'Trae contactos, colas, etiquetas, atenciones y mensajes de Whaticket, izing, Z-PRO y Chatwoot.',
    ru: 'Переносит контакты, очереди, метки, обращения и сообщения из Whaticket, izing, Z-PRO и Chatwoot.',
  },
  tier: 'premium',
  enabledByDefault: true,
  uses: ['imports.write'],
  bell: [
    { id: 'done', textKey: 'bell.done', permission: 'import.manage', path: '/configuracoes/importacao-zpro' },
    {
      id: 'failed',
      textKey: 'bell.failed',
      permission: 'import.manage',
      path: '/configuracoes/importacao-zpro',
      isFailure: true,
    },
  ],
  settings: Settings,
  egressFrom: ['host', 'url', 'filesUrl'],
  originFrom: ['engine', 'port', 'tls', 'account'],
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  routes,
  errors,
  jobs: { advance: z.object({ runId: z.uuid() }), forget: z.object({ file: z.uuid() }) },
  ui: {
    // Without `when` (S2-091): who may not import is told so by the page, and refused by every route.
    pages: [
      {
        path: '/configuracoes/importacao-zpro',
        panel: 'page',
        titleKey: 'navTitle',
        nav: { group: 'settings', icon: 'download', order: 90 },
      },
    ],
    commands: [{ id: 'open', titleKey: 'title', path: '/configuracoes/importacao-zpro' }],
  },
})

export default plugin
