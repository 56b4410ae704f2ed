import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { facebook, instagram } from './channel/capabilities.ts'
import { controlRoutes } from './control/routes.ts'
import { errors } from './errors.ts'
import { templateRoutes } from './templates/routes.ts'

const controlNotice = { slot: 'ticket.composer.above', panel: 'control', titleKey: 'control.title' } as const
const templatesPage = '/configuracoes/modelos-messenger'

/** Instagram and Facebook Messenger, by Meta's official APIs. */
export const plugin = definePlugin({
  id: 'meta',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Instagram e Messenger',
    en: 'Instagram and Messenger',
    es: 'Instagram y Messenger',
    ru: 'Instagram и Messenger',
  },
  description: {
    'pt-BR':
      'Mensagens diretas, respostas a stories e comentários do Instagram e do Facebook, pelas APIs oficiais da Meta.',
    en: 'Direct messages, story replies and comments of Instagram and Facebook, by Meta’s official APIs.',
    es:
      'Mensajes directos, respuestas a historias y comentarios de Instagram y Facebook, por las API oficiales de ' +
      'Meta.',
    ru: 'Личные сообщения, ответы на истории и комментарии Instagram и Facebook через официальные API Meta.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {
    control: { titleKey: 'permission.control', roles: ['user', 'super', 'admin'] },
    'templates.read': { titleKey: 'permission.templatesRead', roles: ['user', 'super', 'admin'] },
    'templates.manage': { titleKey: 'permission.templatesManage', roles: ['admin'] },
  },
  channels: { instagram, facebook },
  routes: { ...controlRoutes, ...templateRoutes },
  errors,
  provides: ['templates'],
  emits: [],
  on: {},
  jobs: {},
  ui: {
    pages: [
      {
        path: templatesPage,
        panel: 'templates',
        titleKey: 'templates.page.title',
        nav: { group: 'settings', icon: 'file-text', order: 61 },
        when: { permission: 'meta.templates.manage' },
        tier: 'plus',
      },
    ],
    slots: [
      { ...controlNotice, when: { connectionType: 'facebook', permission: 'meta.control' } },
      { ...controlNotice, when: { connectionType: 'instagram', permission: 'meta.control' } },
      {
        slot: 'ticket.composer.actions',
        panel: 'templatePicker',
        titleKey: 'templates.page.title',
        icon: 'file-text',
        order: 15,
        when: { connectionType: 'facebook', permission: 'meta.templates.read' },
      },
    ],
    commands: [{ id: 'templates', titleKey: 'templates.page.title', path: templatesPage, tier: 'plus' }],
  },
  // Files lie on hosts of their own.
  egress: ['graph.facebook.com', 'graph.instagram.com', '*.fbcdn.net', '*.fbsbx.com', '*.cdninstagram.com'],
})

export default plugin
