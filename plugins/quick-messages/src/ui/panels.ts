import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/mensagens-rapidas', load: () => import('./page/quick-messages-page.tsx') },
    composer: { slot: 'ticket.composer.actions', load: () => import('./composer/composer-action.tsx') },
    stack: { slot: 'ticket.composer.above', load: () => import('./composer/stack-panel.tsx') },
  },
})
