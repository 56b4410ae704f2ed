import { definePlugin, UserDeleted } from '@recado/sdk'
import * as z from 'zod'
import { actions } from './actions/actions.ts'
import { errors } from './errors.ts'
import { routes } from './messages/routes.ts'

/** Texts that are written once and used every day: for everybody, for one queue, for oneself. */
export const plugin = definePlugin({
  id: 'quick-messages',
  version: '0.2.0',
  host: '^1.27.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Mensagens rápidas', en: 'Quick messages', es: 'Mensajes rápidos', ru: 'Быстрые сообщения' },
  description: {
    'pt-BR': 'Textos prontos para o atendimento, com arquivo e variáveis, abertos com “/” ao escrever.',
    en: 'Ready texts for attendance, with a file and variables, opened with “/” while writing.',
    es: 'Textos listos para la atención, con archivo y variables, que se abren con “/” al escribir.',
    ru: 'Готовые тексты для общения с клиентами, с файлом и переменными; открываются знаком «/».',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  acting: ['messages'],
  provides: ['quickMessages'],
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
  },
  channels: {},
  routes,
  errors,
  claims: { list: '/fastreply', create: '/fastreply', update: '/fastreply/:id', remove: '/fastreply/:id' },
  emits: [],
  on: { userDeleted: UserDeleted },
  jobs: {},
  actions,
  ui: {
    pages: [
      {
        path: '/mensagens-rapidas',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'work', icon: 'zap', order: 30 },
        when: { permission: 'quick-messages.use' },
      },
    ],
    slots: [
      {
        slot: 'ticket.composer.actions',
        panel: 'composer',
        titleKey: 'composer.title',
        icon: 'zap',
        order: 10,
        when: { permission: 'quick-messages.use' },
      },
      {
        slot: 'ticket.composer.above',
        panel: 'stack',
        titleKey: 'stack.title',
        icon: 'zap',
        order: 10,
        when: { permission: 'quick-messages.use' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/mensagens-rapidas', keys: { code: 'KeyM', shift: true } }],
  },
})

export default plugin
