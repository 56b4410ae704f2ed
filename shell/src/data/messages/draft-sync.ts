import type { Api } from '@recado/sdk/ui'
import { quietHeader } from '../../base/api/signed-in-fetch.ts'
import type { DraftChange, DraftKept, Drafts, TicketListPush } from '../../base/contracts.ts'
import type { LiveStream } from '../realtime/live-stream.ts'
import type { DraftStore } from './drafts.ts'

const quiet = { headers: { [quietHeader]: '1' } }

/** `PUT /drafts/{ticketId}`. */
export const keepDraft = (api: Api, ticketId: string, change: DraftChange): Promise<DraftKept> =>
  api.put(`/drafts/${ticketId}`, change, quiet)

/** Asked for at most this often. Milliseconds. */
const pause = 10_000
/** Files of drafts have paths that can be sent for twelve hours: they are fetched again long before. Milliseconds. */
const renewal = 3 * 3_600_000

/**
 * Drafts of other devices come when this one starts, finds the network again or is looked at again: nobody writes on
 * two at the same moment, so that none has to be pushed. Merged tickets merge their drafts, which are fetched at once.
 * Drafts of this device are sent before the page is left.
 */
export function syncDrafts({
  api,
  drafts,
  live,
}: {
  api: Api
  drafts: DraftStore
  live: Pick<LiveStream, 'subscribe' | 'status' | 'on'>
}): () => void {
  let asked = -Infinity
  let wasLive = false
  const ask = (atOnce = false) => {
    if (live.status() !== 'live' || (!atOnce && performance.now() - asked < pause)) return
    asked = performance.now()
    // Without an answer the next occasion asks again.
    api.get<Drafts>('/drafts', quiet).then(
      (answer) => drafts.take(answer.drafts),
      () => {
        asked = -Infinity
      },
    )
  }
  const look = () => {
    if (document.visibilityState === 'visible') ask()
    else drafts.flush()
  }
  const flush = () => drafts.flush()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', flush)
  const renewing = setInterval(ask, renewal)
  const leave = live.subscribe(() => {
    const isLive = live.status() === 'live'
    if (isLive && !wasLive) ask()
    wasLive = isLive
  })
  const leaveMerges = live.on('ticketList', (push) => {
    if ((push as TicketListPush).type === 'ticket:merge') ask(true)
  })
  return () => {
    drafts.flush()
    clearInterval(renewing)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', flush)
    leave()
    leaveMerges()
  }
}
