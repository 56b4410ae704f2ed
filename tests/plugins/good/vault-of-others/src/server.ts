import { plugin } from '../../../minimal.ts'

export default plugin('vault-of-others', {
  enabledByDefault: false,
  tier: 'premium',
  ui: {
    pages: [{ path: '/cofre', panel: 'Vault', titleKey: 'title' }],
    slots: [{ slot: 'ticket.sidebar', panel: 'Beside', titleKey: 'title' }],
    commands: [{ id: 'open', titleKey: 'title', path: '/cofre' }],
  },
})
