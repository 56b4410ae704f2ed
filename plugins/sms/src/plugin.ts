import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { smsgateway } from './gateway/capabilities.ts'
import { sms } from './twilio/capabilities.ts'

const counter = {
  slot: 'ticket.composer.actions',
  panel: 'counter',
  titleKey: 'counter.title',
  icon: 'message-square',
  order: 90,
} as const

/** SMS both ways: through Twilio, or through any gateway with HTTP. */
export const plugin = definePlugin({
  id: 'sms',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'SMS', en: 'SMS', es: 'SMS', ru: 'SMS' },
  description: {
    'pt-BR':
      'Conversas por SMS, pela Twilio ou por qualquer gateway HTTP: o cliente escreve, a equipe responde no Recado.',
    en: 'Conversations by SMS, through Twilio or any HTTP gateway: customers write, agents answer in Recado.',
    es:
      'Conversaciones por SMS, con Twilio o con cualquier pasarela HTTP: el cliente escribe, el equipo responde en ' +
      'Recado.',
    ru: 'Переписка по SMS через Twilio или любой HTTP-шлюз: клиенты пишут, операторы отвечают в Recado.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {},
  channels: { sms, smsgateway },
  routes: {},
  emits: [],
  on: {},
  jobs: {},
  ui: {
    slots: [
      { ...counter, when: { connectionType: 'sms' } },
      { ...counter, when: { connectionType: 'smsgateway' } },
    ],
  },
  // Twilio redirects a download to where it keeps files.
  egress: ['api.twilio.com', 'mms.twiliocdn.com'],
})

export default plugin
