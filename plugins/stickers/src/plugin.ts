import { definePlugin, UserDeleted } from '@recado/sdk'
import { errors } from './errors.ts'
import { routes } from './stickers/routes.ts'

/** The company's own stickers, sent from the composer where the channel carries them. */
export const plugin = definePlugin({
  id: 'stickers',
  version: '0.1.0',
  host: '^1.26.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Figurinhas', en: 'Stickers', es: 'Stickers', ru: 'Стикеры' },
  description: {
    'pt-BR': 'As figurinhas da empresa, em pacotes, com favoritas e recentes, enviadas ao escrever.',
    en: 'The company’s stickers in packs, with favourites and recent ones, sent while writing.',
    es: 'Los stickers de la empresa, en paquetes, con favoritos y recientes, enviados al escribir.',
    ru: 'Стикеры компании в наборах, с избранными и недавними; отправляются при ответе клиенту.',
  },
  enabledByDefault: true,
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['super', 'admin'] },
  },
  routes,
  errors,
  on: { userDeleted: UserDeleted },
  ui: {
    pages: [
      {
        path: '/figurinhas',
        panel: 'page',
        titleKey: 'page.title',
        nav: { group: 'settings', icon: 'sticker', order: 60 },
        when: { permission: 'stickers.manage' },
      },
    ],
    slots: [
      {
        slot: 'ticket.composer.actions',
        panel: 'composer',
        titleKey: 'page.title',
        icon: 'sticker',
        order: 20,
        when: { permission: 'stickers.use' },
      },
      {
        slot: 'ticket.message.actions',
        panel: 'message',
        titleKey: 'message.save',
        icon: 'sticker',
        order: 50,
        when: { permission: 'stickers.manage' },
      },
    ],
    commands: [{ id: 'open', titleKey: 'page.title', path: '/figurinhas' }],
  },
})

export default plugin
