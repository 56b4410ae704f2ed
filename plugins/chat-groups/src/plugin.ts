import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { routes } from './groups/routes.ts'

/** Groups of channels that have them: who is in, what they are called, who may do what (S1-035). */
export const plugin = definePlugin({
  id: 'chat-groups',
  version: '0.1.0',
  host: '^1.13.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Grupos nas conversas',
    en: 'Groups in conversations',
    es: 'Grupos en las conversaciones',
    ru: 'Группы в беседах',
  },
  description: {
    'pt-BR': 'Administra grupos ao lado da conversa: participantes, convite, regras. Cria grupos no WhatsApp.',
    en: 'Manages groups beside the conversation: members, invitation, rules. Creates groups on WhatsApp.',
    es: 'Administra grupos junto a la conversación: participantes, invitación, reglas. Crea grupos en WhatsApp.',
    ru: 'Управление группами рядом с беседой: участники, приглашение, правила. Создаёт группы в WhatsApp.',
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
