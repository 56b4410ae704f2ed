import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    pairing: { slot: 'connection.card', load: () => import('./pairing/pairing-card.tsx') },
    passkey: { slot: 'connection.card', load: () => import('./passkey/passkey-card.tsx') },
  },
})
