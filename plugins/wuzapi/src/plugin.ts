import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { wuzapi } from './channel/capabilities.ts'
import { pairingRoutes } from './pairing/routes.ts'
import { SessionChanged } from './session/events.ts'

/** WhatsApp through a company's own WuzAPI gateway: the second engine beside the built-in one. */
export const plugin = definePlugin({
  id: 'wuzapi',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'WhatsApp por WuzAPI',
    en: 'WhatsApp through WuzAPI',
    es: 'WhatsApp por WuzAPI',
    ru: 'WhatsApp через WuzAPI',
  },
  description: {
    'pt-BR': 'Um número de WhatsApp conectado por um servidor WuzAPI da própria empresa.',
    en: 'A WhatsApp number, linked by a WuzAPI gateway of the company’s own.',
    es: 'Un número de WhatsApp vinculado por un servidor WuzAPI de la propia empresa.',
    ru: 'Номер WhatsApp, привязанный через собственный сервер WuzAPI компании.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: { link: { titleKey: 'permission.link', roles: ['admin'] } },
  channels: { wuzapi },
  routes: pairingRoutes,
  emits: [SessionChanged],
  on: { sessionChanged: SessionChanged },
  jobs: {},
  ui: {
    slots: [
      {
        slot: 'connection.card',
        panel: 'pairing',
        titleKey: 'pairing.title',
        when: { connectionType: 'wuzapi', permission: 'wuzapi.link' },
      },
    ],
  },
  // Pictures of people; all else goes through the gateway.
  egress: ['pps.whatsapp.net', '*.whatsapp.net'],
})

export default plugin
