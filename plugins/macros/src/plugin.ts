import { definePlugin, UserDeleted } from '@recado/sdk'
import * as z from 'zod'
import { run } from './actions/run.ts'
import { errors } from './errors.ts'
import { routes } from './macros/routes.ts'

/** Sequences of steps, run in one go: a reply, a note for the team, tags, a priority, a transfer, the end. */
export const plugin = definePlugin({
  id: 'macros',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Macros', en: 'Macros', es: 'Macros', ru: 'Макросы' },
  description: {
    'pt-BR': 'Vários passos em um clique: responder, etiquetar, transferir, resolver.',
    en: 'Several steps in one click: reply, tag, transfer, resolve.',
    es: 'Varios pasos en un clic: responder, etiquetar, transferir, resolver.',
    ru: 'Несколько шагов одним нажатием: ответить, пометить, передать, завершить.',
  },
  enabledByDefault: true,
  uses: ['tickets.write', 'automation.run'],
  acting: ['tickets', 'messages', 'notes', 'actions'],
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
  },
  routes,
  errors,
  on: { userDeleted: UserDeleted },
  actions: { run },
  jobs: { sweep: z.object({}) },
  ui: {
    pages: [
      {
        path: '/macros',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'work', icon: 'workflow', order: 40 },
        when: { permission: 'macros.use' },
      },
    ],
    slots: [
      {
        slot: 'ticket.header.actions',
        panel: 'run',
        titleKey: 'run.title',
        icon: 'workflow',
        order: 10,
        when: { permission: 'macros.use' },
      },
      {
        slot: 'ticket.composer.actions',
        panel: 'slash',
        titleKey: 'run.title',
        icon: 'workflow',
        order: 20,
        when: { permission: 'macros.use' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/macros' }],
  },
})

export default plugin
