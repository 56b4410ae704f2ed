const when = { permission: 'flows.manage' }

/** Pages of flows: the list, its steps, and the builder. */
export const ui = {
  pages: [
    {
      path: '/auto-resposta',
      panel: 'steps',
      titleKey: 'steps.title',
      nav: { group: 'work' as const, icon: 'reply', order: 50 },
      when,
    },
    {
      path: '/configuracoes/chat-flow',
      panel: 'list',
      titleKey: 'list.title',
      nav: { group: 'settings' as const, icon: 'workflow', order: 30 },
      when,
    },
    {
      path: '/configuracoes/chat-flow/builder',
      panel: 'builder',
      titleKey: 'builder.title',
      layout: 'full' as const,
      when,
    },
  ],
  commands: [{ id: 'open', titleKey: 'list.title', path: '/configuracoes/chat-flow' }],
}
