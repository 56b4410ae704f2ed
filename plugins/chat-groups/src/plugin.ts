import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { routes } from './groups/routes.ts'

/** Groups of channels that have them: who is in, what they are called, who may do what (S1-035). */
export const plugin = definePlugin({
  id: 'chat-groups',
  version: '0.1.0',
  host: '^1.12.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Grupos nas conversas',
    en: 'Groups in conversations',
    es: 'Grupos en las conversaciones',
    ru: 'Группы в беседах',
  },
  description: {
    'pt-BR': 'Cria e administra grupos do WhatsApp ao lado da conversa: participantes, convite, regras.',
    en: 'Creates and manages WhatsApp groups beside the conversation: members, invitation, rules.',
    es: 'Crea y administra grupos de WhatsApp junto a la conversación: participantes, invitación, reglas.',
    ru: 'Создаёт группы WhatsApp и управляет ими рядом с беседой: участники, приглашение, правила.',
  },
  tier: 'plus',
  enabledByDefault: true,
  uses: ['channels.groups'],
  permissions: {
    read: { titleKey: 'permission.read', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['super', 'admin'] },
  },
  routes,
  errors,
  ui: {
    slots: [
      {
        slot: 'ticket.sidebar',
        panel: 'ticket',
        titleKey: 'panel.title',
        icon: 'users',
        order: 30,
        when: { permission: 'chat-groups.read', operation: 'groups.read' },
      },
    ],
  },
})

export default plugin
