import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { hub } from './channel/capabilities.ts'
import { PlatformSettings } from './fees/fees.ts'
import { feeRoutes } from './fees/routes.ts'

/** NotificaMe's hub: marketplaces and networks by one account. */
export const plugin = definePlugin({
  id: 'hub',
  version: '0.1.0',
  host: '^1.25.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'NotificaMe Hub', en: 'NotificaMe Hub', es: 'NotificaMe Hub', ru: 'NotificaMe Hub' },
  description: {
    'pt-BR': 'Mercado Livre, OLX, YouTube, LinkedIn, Magalu e outros canais por uma conta do NotificaMe Hub.',
    en: 'Mercado Livre, OLX, YouTube, LinkedIn, Magalu and other channels by one account of NotificaMe Hub.',
    es: 'Mercado Livre, OLX, YouTube, LinkedIn, Magalu y otros canales con una cuenta de NotificaMe Hub.',
    ru: 'Mercado Livre, OLX, YouTube, LinkedIn, Magalu и другие каналы через один аккаунт NotificaMe Hub.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  platformSettings: PlatformSettings,
  permissions: { fees: { titleKey: 'permission.fees', roles: ['super', 'admin'] } },
  channels: { hub },
  routes: feeRoutes,
  emits: [],
  on: {},
  jobs: {},
  ui: {
    slots: [
      {
        slot: 'connection.form',
        panel: 'fees',
        titleKey: 'fees.title',
        when: { connectionType: 'hub', permission: 'hub.fees' },
      },
    ],
  },
  // Files lie where each channel keeps them.
  egress: ['*'],
})

export default plugin
