import { definePlugin, TicketClosed, TicketDeleted, TicketMerged, TicketUpdated } from '@recado/sdk'
import * as z from 'zod'
import { errors } from './errors.ts'
import { routes } from './flows/routes.ts'
import { jobs } from './runs/jobs.ts'
import { ui } from './ui-contributions.ts'

/** Flows: conversations that are led by a graph of blocks before people answer. */
export const plugin = definePlugin({
  id: 'flows',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Fluxos', en: 'Flows', es: 'Flujos', ru: 'Сценарии' },
  description: {
    'pt-BR': 'Autorrespostas e chatbots: um fluxo pergunta, decide, age e entrega a conversa às pessoas.',
    en: 'Automatic replies and chatbots: a flow asks, decides, acts, and hands the conversation to people.',
    es: 'Respuestas automáticas y chatbots: un flujo pregunta, decide, actúa y entrega la conversación a las personas.',
    ru: 'Автоответы и чат-боты: сценарий спрашивает, решает, действует и передаёт разговор людям.',
  },
  enabledByDefault: true,
  uses: ['tickets.list', 'tickets.write', 'messages.read', 'automation.run', 'attributes.write'],
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  // Administrators enter the addresses that their flows call. Private ones are never reached.
  egress: ['*'],
  routes,
  errors,
  responders: {
    main: { icon: 'workflow', input: z.object({ flow: z.uuid().meta({ choices: '/choices' }) }), limitMs: 20_000 },
  },
  on: { updated: TicketUpdated, closed: TicketClosed, deleted: TicketDeleted, merged: TicketMerged },
  jobs,
  ui,
})

export default plugin
