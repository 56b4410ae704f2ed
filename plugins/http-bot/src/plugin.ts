import { definePlugin } from '@recado/sdk'
import { Settings } from './settings.ts'

/** Lets any program that answers HTTP be a bot. */
export const plugin = definePlugin({
  id: 'http-bot',
  version: '0.1.0',
  host: '^1.14.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Robô por HTTP', en: 'HTTP bot', es: 'Bot por HTTP', ru: 'Бот по HTTP' },
  description: {
    'pt-BR': 'Qualquer programa que responda a um pedido HTTP assinado pode ser um robô: n8n, Dialogflow ou o seu.',
    en: 'Any program that answers a signed HTTP request can be a bot: n8n, Dialogflow or your own.',
    es: 'Cualquier programa que responda a una petición HTTP firmada puede ser un bot: n8n, Dialogflow o el suyo.',
    ru: 'Ботом может быть любая программа, отвечающая на подписанный HTTP-запрос: n8n, Dialogflow или ваша.',
  },
  settings: Settings,
  egressFrom: ['url'],
  provides: ['bot'],
})
export type Definition = typeof plugin

export default plugin
