import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { waba, waba360 } from './channel/capabilities.ts'
import { errors } from './errors.ts'
import { ContactsTold, events, HistoryProgressed } from './events.ts'
import { numberRoutes } from './number/routes.ts'
import { signupPage } from './signup/dialog.ts'
import { PlatformSettings } from './signup/platform-settings.ts'
import { signupRoutes } from './signup/routes.ts'
import { syncJobs } from './signup/sync.ts'
import { templateDefinition } from './templates/definition.ts'

const numberCard = {
  slot: 'connection.card',
  panel: 'number',
  titleKey: 'number.title',
  icon: 'badge-check',
  order: 10,
} as const

/** WhatsApp's official API, at Meta itself or at 360dialog: conversations, templates, the state of the number. */
export const plugin = definePlugin({
  id: 'waba',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'WhatsApp oficial', en: 'Official WhatsApp', es: 'WhatsApp oficial', ru: 'Официальный WhatsApp' },
  description: {
    'pt-BR':
      'Um número da empresa na API oficial do WhatsApp, direto na Meta ou pela 360dialog: conversas, modelos de ' +
      'mensagem e a situação do número.',
    en:
      'A number of the company on WhatsApp’s official API, at Meta itself or through 360dialog: conversations, ' +
      'message templates and the state of the number.',
    es:
      'Un número de la empresa en la API oficial de WhatsApp, directamente en Meta o con 360dialog: ' +
      'conversaciones, plantillas de mensajes y el estado del número.',
    ru:
      'Номер компании в официальном API WhatsApp, напрямую у Meta или через 360dialog: переписка, шаблоны ' +
      'сообщений и состояние номера.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  platformSettings: PlatformSettings,
  egressFrom: ['wabaApiRoot'],
  uses: ['connections.write', 'contacts.write', 'imports.write'],
  permissions: {
    number: { titleKey: 'permission.number', roles: ['super', 'admin'] },
    signup: { titleKey: 'permission.signup', roles: ['admin'] },
    ...templateDefinition.permissions,
  },
  channels: { waba, waba360 },
  routes: { ...numberRoutes, ...signupRoutes, ...templateDefinition.routes },
  errors,
  provides: ['templates'],
  claims: templateDefinition.claims,
  emits: [...events],
  on: { ...templateDefinition.on, history: HistoryProgressed, contacts: ContactsTold },
  jobs: { ...templateDefinition.jobs, ...syncJobs },
  ui: {
    pages: [
      ...templateDefinition.pages,
      { path: signupPage, panel: 'signupReturn', titleKey: 'signup.title', when: { permission: 'waba.signup' } },
    ],
    slots: [
      { ...numberCard, when: { connectionType: 'waba', permission: 'waba.number' } },
      { ...numberCard, when: { connectionType: 'waba360', permission: 'waba.number' } },
      {
        slot: 'connection.form',
        panel: 'signupOffer',
        titleKey: 'signup.title',
        when: { connectionType: 'waba', permission: 'waba.signup' },
      },
      ...templateDefinition.slots,
    ],
    commands: [...templateDefinition.commands],
  },
  // Media lie on a host of their own.
  egress: ['graph.facebook.com', 'lookaside.fbsbx.com', 'waba-v2.360dialog.io'],
})

export default plugin
