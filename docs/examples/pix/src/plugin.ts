import { definePlugin } from '@recado/sdk'
import * as z from 'zod'

export const plugin = definePlugin({
  id: 'pix',
  version: '1.0.0',
  host: '^1.4.0',
  publisher: 'Example',
  title: { 'pt-BR': 'Pix', en: 'Pix', es: 'Pix', ru: 'Pix' },
  description: {
    'pt-BR': 'Envia a chave Pix e reconhece valores.',
    en: 'Sends the Pix key and recognizes amounts.',
    es: 'Envía la clave Pix y reconoce importes.',
    ru: 'Отправляет ключ Pix и распознаёт суммы.',
  },
  settings: z.object({ key: z.string().trim().min(1).max(77) }),
  acting: ['messages'],
  conditions: {
    namesAmount: {
      icon: 'search',
      about: 'message',
      input: z.object({ atLeast: z.number().min(0).max(1_000_000).default(0) }),
    },
  },
  actions: {
    send: {
      icon: 'send',
      input: z.object({
        text: z.string().trim().min(1).max(500).meta({ widget: 'text' }),
        amount: z.number().positive().max(1_000_000).optional(),
      }),
    },
  },
})
