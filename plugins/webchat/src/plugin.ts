import { definePlugin, TicketUpdated } from '@recado/sdk'
import * as z from 'zod'
import { webchat } from './channel/capabilities.ts'
import { routes } from './widget-routes/routes.ts'

/** Web chat: a channel whose provider is the company's own website. */
export const plugin = definePlugin({
  id: 'webchat',
  version: '0.1.0',
  host: '^1.18.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Chat do site', en: 'Web chat', es: 'Chat del sitio', ru: 'Чат на сайте' },
  description: {
    'pt-BR': 'Um chat para o site da empresa: quem visita escreve, quem atende responde no Recado.',
    en: 'A chat for the company’s website: visitors write, agents answer in Recado.',
    es: 'Un chat para el sitio de la empresa: quien visita escribe, quien atiende responde en Recado.',
    ru: 'Чат для сайта компании: посетители пишут, операторы отвечают в Recado.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {},
  channels: { webchat },
  routes,
  emits: [],
  on: { ticketUpdated: TicketUpdated },
  jobs: {},
  ui: {
    slots: [
      {
        slot: 'connection.preview',
        panel: 'preview',
        titleKey: 'preview.title',
        icon: 'message-circle',
        when: { connectionType: 'webchat' },
      },
      {
        slot: 'connection.card',
        panel: 'snippet',
        titleKey: 'snippet.title',
        icon: 'code',
        when: { connectionType: 'webchat' },
      },
    ],
  },
})

export default plugin
