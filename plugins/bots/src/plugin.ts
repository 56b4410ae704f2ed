import { definePlugin, id, TicketClosed, TicketDeleted, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { routes } from './bots/routes.ts'
import { errors } from './errors.ts'

const ticket = { ticketId: id<TicketId>() }

/** Bots of platforms and programs that answer conversations before people do. */
export const plugin = definePlugin({
  id: 'bots',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Robôs', en: 'Bots', es: 'Bots', ru: 'Боты' },
  description: {
    'pt-BR': 'Robôs do Typebot ou de qualquer programa respondem antes da equipe e passam a conversa para ela.',
    en: 'Bots of Typebot or of any program answer before people do, and hand the conversation to them.',
    es: 'Bots de Typebot o de cualquier programa responden antes que las personas y les pasan la conversación.',
    ru: 'Боты Typebot или любой программы отвечают раньше людей и передают им беседу.',
  },
  enabledByDefault: true,
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  routes,
  errors,
  // Files of contacts, for their bots; and what these found out, into attributes.
  uses: ['messages.read', 'attributes.write'],
  // Files that bots send, from wherever they keep them. Nothing secret is sent there.
  egress: ['*'],
  responders: {
    main: { icon: 'bot', input: z.object({ bot: z.string().min(1).max(60).meta({ choices: '/choices' }) }) },
  },
  jobs: {
    ask: z.object(ticket),
    say: z.object({ ...ticket, run: z.uuid() }),
    watch: z.object({ ...ticket, run: z.uuid(), turn: z.int() }),
  },
  on: { closed: TicketClosed, deleted: TicketDeleted },
  ui: {
    pages: [
      {
        path: '/configuracoes/typebotapi',
        panel: 'bots',
        titleKey: 'bots.title',
        nav: { group: 'settings', icon: 'bot', order: 22 },
        when: { permission: 'bots.manage' },
        // The page alone: a company of the free plan has one bot, by the routes.
        tier: 'plus',
      },
    ],
    commands: [{ id: 'open', titleKey: 'bots.title', path: '/configuracoes/typebotapi', tier: 'plus' }],
  },
})
export type Definition = typeof plugin

export default plugin
