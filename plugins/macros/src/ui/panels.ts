import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/macros', load: () => import('./page/macros-page.tsx') },
    slash: { slot: 'ticket.composer.actions', load: () => import('./run/slash-macros.tsx') },
    run: { slot: 'ticket.header.actions', load: () => import('./run/run-action.tsx') },
  },
})
