import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { passkey: { slot: 'connection.card', load: () => import('./passkey/passkey-card.tsx') } },
})
