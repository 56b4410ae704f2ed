import { definePlugin, defineRoute, TicketCreated } from '@recado/sdk'
import * as z from 'zod'

export const plugin = definePlugin({
  id: 'hello-plugin',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'Example',
  title: { 'pt-BR': 'Boas-vindas', en: 'Welcome', es: 'Bienvenida', ru: 'Приветствие' },
  description: {
    'pt-BR': 'Saúda cada nova conversa.',
    en: 'Greets every new conversation.',
    es: 'Saluda cada conversación nueva.',
    ru: 'Приветствует в каждом новом разговоре.',
  },
  settings: z.object({
    text: z.string().min(1).max(500).default('Olá! Já vamos atender você.').meta({ widget: 'text' }),
  }),
  permissions: { read: { titleKey: 'permission.read', roles: ['super', 'admin'] } },
  routes: {
    greeting: defineRoute({
      method: 'GET',
      path: '/greeting',
      summary: 'The greeting as customers read it',
      access: { kind: 'session', permission: 'hello-plugin.read' },
      rate: 'read',
      response: z.object({ text: z.string() }),
    }),
  },
  on: { created: TicketCreated },
})
