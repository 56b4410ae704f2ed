import { definePlugin, id, MessageReceived, TicketDeleted, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { errors } from './errors.ts'
import { routes } from './rules/routes.ts'

/** When somebody is there, and what customers are told while nobody is. */
export const plugin = definePlugin({
  id: 'business-hours',
  version: '0.1.0',
  host: '^1.22.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Horário de atendimento',
    en: 'Opening hours',
    es: 'Horario de atención',
    ru: 'Часы работы',
  },
  description: {
    'pt-BR': 'Horários da empresa, de filas, pessoas e canais, feriados, e o aviso a quem escreve fora deles.',
    en: 'Hours of the company, of queues, people and connections, holidays, and what customers are told outside them.',
    es: 'Horarios de la empresa, de colas, personas y conexiones, feriados, y el aviso a quien escribe fuera de ellos.',
    ru: 'Часы компании, очередей, сотрудников и подключений, праздники и сообщение тем, кто пишет вне их.',
  },
  enabledByDefault: true,
  settings: z.object({ repeatAfterHours: z.number().int().min(1).max(168).default(12) }),
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  routes,
  errors,
  provides: ['hours', 'openings'],
  conditions: {
    hours: {
      icon: 'clock',
      input: z.object({
        is: z.enum(['open', 'closed']).default('closed'),
        queue: id<QueueId>().nullable().default(null).meta({ refersTo: 'queue' }),
      }),
    },
  },
  responders: {
    closed: { icon: 'clock', input: z.object({ afterwards: z.enum(['next', 'people']).default('people') }) },
  },
  on: { received: MessageReceived, deleted: TicketDeleted },
  ui: {
    pages: [
      {
        path: '/configuracoes/horario',
        panel: 'company',
        titleKey: 'company.title',
        nav: { group: 'settings', icon: 'clock', order: 20 },
        when: { permission: 'business-hours.manage' },
      },
      {
        path: '/configuracoes/business-hours',
        panel: 'rules',
        titleKey: 'rules.title',
        nav: { group: 'settings', icon: 'calendar-clock', order: 21 },
        when: { permission: 'business-hours.manage' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'company.title', path: '/configuracoes/horario' }],
  },
})

export default plugin
