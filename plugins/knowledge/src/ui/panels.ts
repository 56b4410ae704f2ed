import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    articles: { page: '/conhecimento', load: () => import('./articles-page.tsx') },
    insert: { slot: 'ticket.composer.actions', load: () => import('./insert-action.tsx') },
  },
})
