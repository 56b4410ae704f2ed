import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/chat-interno', load: () => import('./page/chat-page.tsx') },
    ask: { slot: 'ticket.header.actions', load: () => import('./ask/ask-action.tsx') },
    askAbout: { slot: 'ticket.message.actions', load: () => import('./ask/ask-about.tsx') },
  },
})
