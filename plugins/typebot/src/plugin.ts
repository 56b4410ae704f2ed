import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { PlatformSettings } from './platform-settings.ts'
import { Settings } from './settings.ts'
import { routes } from './trial/routes.ts'

/** Speaks with bots of Typebot: the company's own, or that of the installation. */
export const plugin = definePlugin({
  id: 'typebot',
  version: '0.2.0',
  host: '^1.14.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Typebot', en: 'Typebot', es: 'Typebot', ru: 'Typebot' },
  description: {
    'pt-BR': 'Robôs do Typebot respondem conversas; mostra onde encontrá-los.',
    en: 'Bots of Typebot answer conversations; says where they are found.',
    es: 'Bots de Typebot responden conversaciones; dice dónde encontrarlos.',
    ru: 'Боты Typebot отвечают в беседах; здесь указано, где их найти.',
  },
  permissions: { try: { titleKey: 'permission.try', roles: ['admin'] } },
  routes,
  platformSettings: PlatformSettings,
  settings: Settings,
  egressFrom: ['url', 'typebotUrl'],
  provides: ['bot'],
  errors,
})
export type Definition = typeof plugin

export default plugin
