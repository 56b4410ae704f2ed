import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { PlatformSettings } from './platform-settings.ts'
import { routes } from './trial/routes.ts'

/** The Typebot of the installation: where it is found, and whether it answers. */
export const plugin = definePlugin({
  id: 'typebot',
  version: '0.1.0',
  host: '^1.9.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Typebot', en: 'Typebot', es: 'Typebot', ru: 'Typebot' },
  description: {
    'pt-BR': 'Onde a instalação encontra o seu Typebot.',
    en: 'Where the installation finds its Typebot.',
    es: 'Dónde encuentra la instalación su Typebot.',
    ru: 'Где установка находит свой Typebot.',
  },
  permissions: { try: { titleKey: 'permission.try', roles: ['admin'] } },
  routes,
  platformSettings: PlatformSettings,
  egressFrom: ['typebotUrl'],
  errors,
})

export default plugin
