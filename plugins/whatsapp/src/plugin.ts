import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { whatsapp } from './channel/capabilities.ts'
import { errors } from './errors.ts'
import { helperRoutes } from './helper/routes.ts'
import { pairingRoutes } from './pairing/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'

/** WhatsApp: a number of the company, linked by QR code as a device of its phone. */
export const plugin = definePlugin({
  id: 'whatsapp',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'WhatsApp por QR code',
    en: 'WhatsApp by QR code',
    es: 'WhatsApp por código QR',
    ru: 'WhatsApp по QR-коду',
  },
  description: {
    'pt-BR':
      'Um número de WhatsApp da empresa, conectado como aparelho do celular: conversas e grupos chegam ao Recado.',
    en: 'A WhatsApp number of the company, linked as a device of its phone: chats and groups arrive in Recado.',
    es: 'Un número de WhatsApp de la empresa, vinculado como dispositivo del teléfono: chats y grupos llegan a Recado.',
    ru: 'Номер WhatsApp компании, привязанный как устройство телефона: чаты и группы приходят в Recado.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: { link: { titleKey: 'permission.link', roles: ['admin'] } },
  channels: { whatsapp },
  routes: { ...pairingRoutes, ...passkeyRoutes, ...helperRoutes },
  errors,
  emits: [],
  on: {},
  jobs: {},
  ui: {
    slots: [
      {
        slot: 'connection.card',
        panel: 'pairing',
        titleKey: 'pairing.title',
        when: { connectionType: 'whatsapp', permission: 'whatsapp.link' },
      },
      {
        slot: 'connection.card',
        panel: 'passkey',
        titleKey: 'passkey.title',
        when: { connectionType: 'whatsapp', permission: 'whatsapp.link' },
      },
    ],
  },
  egress: ['web.whatsapp.com', 'mmg.whatsapp.net', '*.whatsapp.net'],
})

export default plugin
