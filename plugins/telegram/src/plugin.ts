import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { telegram } from './channel/capabilities.ts'

/** Telegram: a bot of the company answers where its customers write. */
export const plugin = definePlugin({
  id: 'telegram',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Telegram', en: 'Telegram', es: 'Telegram', ru: 'Telegram' },
  description: {
    'pt-BR': 'Um bot da empresa no Telegram: conversas e grupos chegam ao Recado e são respondidos por aqui.',
    en: 'A bot of the company on Telegram: chats and groups arrive in Recado and are answered from here.',
    es: 'Un bot de la empresa en Telegram: las conversaciones y los grupos llegan a Recado y se responden desde aquí.',
    ru: 'Бот компании в Telegram: личные чаты и группы приходят в Recado, и отвечают на них отсюда.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {},
  channels: { telegram },
  routes: {},
  emits: [],
  on: {},
  jobs: {},
  egress: ['api.telegram.org'],
})

export default plugin
