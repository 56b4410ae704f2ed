import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/notas', load: () => import('./page/notes-page.tsx') },
    ticket: { slot: 'ticket.sidebar', load: () => import('./panel/ticket-notes.tsx') },
  },
})
