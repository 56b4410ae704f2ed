import { handOverIn, type Ask, type HandOver, type Told } from '../src/helper/protocol.ts'
import { Card } from './card.ts'

/*
 * On the page of WhatsApp: takes the request out of the address before the page itself runs, shows whose number it is,
 * and asks before the passkey is used. Without a request it does nothing.
 */

/** The worker of an extension is ended when it has heard nothing for half a minute. */
const aliveEveryMs = 20_000

const ask = async (question: Ask): Promise<Told> =>
  ((await chrome.runtime.sendMessage(question).catch(() => undefined)) as Told | undefined) ?? { refused: 'NO_WORKER' }

async function run(handOver: HandOver): Promise<void> {
  const card = new Card()
  card.say('loading')
  const told = await ask({ ask: 'begin', ...handOver })
  if (!('begun' in told)) return card.refuse('refused' in told ? told.refused : 'NO_WORKER')
  const { company, channel, options } = told.begun
  const confirm = async (): Promise<void> => {
    card.say('signing')
    const alive = setInterval(() => void chrome.runtime.sendMessage(null).catch(() => undefined), aliveEveryMs)
    const brought = await ask({ ask: 'sign', ...handOver, options })
    clearInterval(alive)
    if ('done' in brought) return card.say('done')
    card.refuse('refused' in brought ? brought.refused : 'NO_WORKER', confirm)
  }
  card.offer([company, channel], confirm)
}

const asked = handOverIn(location.hash)
if (asked && window.top === window) {
  history.replaceState(history.state, '', location.pathname + location.search)
  void run(asked)
}
