import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    page: { page: '/figurinhas', load: () => import('./page/stickers-page.tsx') },
    composer: { slot: 'ticket.composer.actions', load: () => import('./composer/sticker-action.tsx') },
    message: { slot: 'ticket.message.actions', load: () => import('./message/save-sticker.tsx') },
  },
})
