import {
  definePlugin,
  MessageCreated,
  MessageReceived,
  SurveyAnswered,
  TicketClosed,
  TicketCreated,
  TicketDeleted,
  TicketMentioned,
  TicketMerged,
  TicketPrioritized,
  TicketTagged,
  TicketUpdated,
  TicketWoken,
} from '@recado/sdk'
import * as z from 'zod'
import { actions } from './actions/actions.ts'
import { conditions } from './conditions/conditions.ts'
import { errors } from './errors.ts'
import { routes } from './rules/routes.ts'

/** Rules that begin with an event of a conversation, or with a time without one, and their actions. */
export const plugin = definePlugin({
  id: 'automations',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Automações', en: 'Automations', es: 'Automatizaciones', ru: 'Автоматизация' },
  description: {
    'pt-BR': 'Regras que agem sozinhas nos atendimentos, por acontecimento ou por tempo, com simulador.',
    en: 'Rules that act on tickets by themselves, when something happens or after a time, with a simulator.',
    es: 'Reglas que actúan solas en las atenciones, por evento o por tiempo, con simulador.',
    ru: 'Правила, которые сами действуют в обращениях: по событию или по времени, с симулятором.',
  },
  enabledByDefault: true,
  uses: ['tickets.list', 'tickets.write', 'automation.run', 'attributes.write', 'segments.read', 'webhooks.send'],
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  routes,
  errors,
  conditions,
  actions,
  on: {
    created: TicketCreated,
    received: MessageReceived,
    sent: MessageCreated,
    updated: TicketUpdated,
    closed: TicketClosed,
    prioritized: TicketPrioritized,
    tagged: TicketTagged,
    mentioned: TicketMentioned,
    surveyed: SurveyAnswered,
    woken: TicketWoken,
    deleted: TicketDeleted,
    merged: TicketMerged,
  },
  jobs: { sweep: z.object({}) },
  ui: {
    pages: [
      {
        path: '/automacoes',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'settings', icon: 'zap', order: 45 },
        when: { permission: 'automations.manage' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/automacoes' }],
  },
})

export default plugin
