import { ContactMerged, ContactUnmerged, definePlugin, TicketDeleted, TicketMerged, TicketUnmerged } from '@recado/sdk'
import * as z from 'zod'
import { actions } from './actions/actions.ts'
import { errors } from './errors.ts'
import { routes } from './notes/routes.ts'

/** Notes of colleagues about a conversation, and personal ones. The customer never sees them. */
export const plugin = definePlugin({
  id: 'notes',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Notas', en: 'Notes', es: 'Notas', ru: 'Заметки' },
  description: {
    'pt-BR': 'Anotações sobre atendimentos, da equipe ou só suas, que o cliente nunca vê.',
    en: 'Notes about tickets, the team’s or only yours, which the customer never sees.',
    es: 'Anotaciones sobre atenciones, del equipo o solo suyas, que el cliente nunca ve.',
    ru: 'Заметки об обращениях: общие или только ваши; клиент их не видит.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
  },
  routes,
  errors,
  claims: { create: '/tickets/:ticketId/notes', remove: '/notes/:id' },
  on: {
    ticketDeleted: TicketDeleted,
    contactMerged: ContactMerged,
    contactUnmerged: ContactUnmerged,
    ticketMerged: TicketMerged,
    ticketUnmerged: TicketUnmerged,
  },
  jobs: { sweep: z.object({}) },
  actions,
  ui: {
    pages: [
      {
        path: '/notas',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'work', icon: 'notebook-pen', order: 20 },
        when: { permission: 'notes.use' },
        tier: 'plus',
      },
    ],
    slots: [
      {
        slot: 'ticket.sidebar',
        panel: 'ticket',
        titleKey: 'page.title',
        icon: 'notebook-pen',
        order: 10,
        when: { permission: 'notes.use' },
      },
      {
        slot: 'ticket.composer.tabs',
        panel: 'write',
        titleKey: 'write.title',
        icon: 'notebook-pen',
        order: 10,
        tone: 'note',
        when: { permission: 'notes.use' },
      },
      {
        slot: 'ticket.thread.entries',
        panel: 'thread',
        titleKey: 'page.title',
        icon: 'notebook-pen',
        order: 10,
        when: { permission: 'notes.use' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/notas', tier: 'plus' }],
  },
})

export default plugin
