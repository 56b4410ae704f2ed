import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { facebook, instagram } from './channel/capabilities.ts'
import { controlRoutes } from './control/routes.ts'
import { errors } from './errors.ts'

/** Instagram and Facebook Messenger, by Meta's official APIs. */
export const plugin = definePlugin({
  id: 'meta',
  version: '0.1.0',
  host: '^1.25.0',
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
  permissions: { control: { titleKey: 'permission.control', roles: ['user', 'super', 'admin'] } },
  channels: { instagram, facebook },
  routes: controlRoutes,
  errors,
  emits: [],
  on: {},
  jobs: {},
  ui: {
    slots: [
      {
        slot: 'ticket.composer.above',
        panel: 'control',
        titleKey: 'control.title',
        when: { connectionType: 'facebook', permission: 'meta.control' },
      },
    ],
  },
  // Files lie on hosts of their own.
  egress: ['graph.facebook.com', 'graph.instagram.com', '*.fbcdn.net', '*.fbsbx.com', '*.cdninstagram.com'],
})

export default plugin
