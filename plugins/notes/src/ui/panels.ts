import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/notas', load: () => import('./page/notes-page.tsx') },
    ticket: { slot: 'ticket.sidebar', load: () => import('./panel/ticket-notes.tsx') },
    write: { slot: 'ticket.composer.tabs', load: () => import('./write/write-note.tsx') },
    thread: { slot: 'ticket.thread.entries', load: () => import('./thread/thread-notes.tsx') },
  },
})
