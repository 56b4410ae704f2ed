import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { routes } from './gifs/routes.ts'
import { Settings } from './gifs/settings.ts'

/**
 * GIFs of a provider, found while writing and sent as what the channel carries. Off until a company wants them and has
 * a key.
 */
export const plugin = definePlugin({
  id: 'gifs',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'GIFs', en: 'GIFs', es: 'GIF', ru: 'GIF' },
  description: {
    'pt-BR':
      'GIFs do KLIPY ou do GIPHY, buscados ao escrever e enviados no formato que o canal aceita. Precisa de uma ' +
      'chave do provedor.',
    en:
      'GIFs of KLIPY or GIPHY, found while writing and sent in a form that the channel takes. Needs a key of the ' +
      'provider.',
    es:
      'GIF de KLIPY o GIPHY, buscados al escribir y enviados en el formato que el canal acepta. Necesita una clave ' +
      'del proveedor.',
    ru:
      'GIF от KLIPY или GIPHY: поиск во время ответа и отправка в формате, который принимает канал. Нужен ключ ' +
      'поставщика.',
  },
  settings: Settings,
  permissions: { use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] } },
  routes,
  errors,
  egress: ['*.klipy.com', '*.giphy.com'],
  egressFrom: ['apiRoot'],
  ui: {
    slots: [
      {
        slot: 'ticket.composer.actions',
        panel: 'composer',
        titleKey: 'composer.title',
        icon: 'image-play',
        order: 25,
        when: { permission: 'gifs.use' },
      },
    ],
  },
})

export default plugin
