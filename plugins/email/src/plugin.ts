import { definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { email } from './channel/capabilities.ts'

/** E-mail: a mailbox of the company as a channel, by IMAP and SMTP. */
export const plugin = definePlugin({
  id: 'email',
  version: '0.1.0',
  host: '^1.28.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'E-mail', en: 'E-mail', es: 'Correo electrónico', ru: 'Электронная почта' },
  description: {
    'pt-BR': 'Uma caixa de e-mail da empresa: as mensagens chegam como conversas e são respondidas por aqui.',
    en: 'A mailbox of the company: its mail arrives as conversations and is answered from here.',
    es: 'Un buzón de la empresa: los correos llegan como conversaciones y se responden desde aquí.',
    ru: 'Почтовый ящик компании: письма приходят как разговоры, и отвечают на них отсюда.',
  },
  tier: 'free',
  enabledByDefault: true,
  settings: z.object({}),
  permissions: {},
  channels: { email },
  routes: {},
  emits: [],
  on: {},
  jobs: {},
  // Hosts of access tokens; the servers of a mailbox are in its settings.
  egress: ['oauth2.googleapis.com', 'login.microsoftonline.com'],
})

export default plugin
