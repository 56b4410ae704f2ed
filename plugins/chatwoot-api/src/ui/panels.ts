import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    settings: { page: '/configuracoes/chatwoot', load: () => import('./settings/settings-page.tsx') },
    thread: { slot: 'ticket.thread.entries', load: () => import('./thread/thread-notes.tsx') },
  },
})
