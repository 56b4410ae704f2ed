import { memorySealed } from '@recado/sdk/testing'
import type { WAMessage } from 'baileys'
import { beforeEach, describe, expect, it } from 'vitest'
import { WaitingVotes } from './waiting-votes.ts'

const group = '120363000000000001@g.us'
const jid = (n: number): string => `55119${10_000_000 + n}@s.whatsapp.net`
const vote = (poll: string, voter: number, payload: Uint8Array = Buffer.from([voter % 256])): WAMessage => ({
  key: { remoteJid: group, participant: jid(voter), participantAlt: `${voter}@lid`, id: 'A', fromMe: false },
  pushName: `Ana ${voter}`,
  messageTimestamp: 1_780_000_000,
  message: {
    pollUpdateMessage: {
      pollCreationMessageKey: { id: poll, remoteJid: group },
      vote: { encIv: new Uint8Array(12), encPayload: payload },
    },
  },
})

const most = { polls: 5, voters: 7 }
let sealed: ReturnType<typeof memorySealed>
let waiting: WaitingVotes
beforeEach(() => {
  sealed = memorySealed()
  waiting = new WaitingVotes(sealed, most)
})
const of = async (poll: string) => (await waiting.of([poll])).get(poll) ?? []

describe('votes whose poll is not known', () => {
  it('are found as they came, after a restart too, the last one of each voter', async () => {
    await Promise.all([
      waiting.keep(vote('P', 1, Buffer.from('first'))),
      waiting.keep(vote('P', 2)),
      waiting.keep(vote('P', 1, Buffer.from('second'))),
    ])
    const [two, one, ...others] = await (await new WaitingVotes(sealed).of(['P', 'Q'])).get('P')!
    expect(others).toEqual([])
    expect(two).toMatchObject({ key: vote('P', 2).key, pushName: 'Ana 2', messageTimestamp: 1_780_000_000 })
    const { vote: kept, pollCreationMessageKey } = one!.message!.pollUpdateMessage!
    expect(pollCreationMessageKey?.id).toBe('P')
    expect(Buffer.from(kept!.encPayload!).toString()).toBe('second')
    expect(kept!.encIv).toHaveLength(12)
  })

  it('of a private chat are by whom the chat is with', async () => {
    const inPrivate = (voter: number): WAMessage => ({
      ...vote('P', voter),
      key: { remoteJid: jid(voter), participant: '' },
    })
    await waiting.keep(inPrivate(1))
    await waiting.keep(inPrivate(2))
    await waiting.keep(inPrivate(1))
    expect((await of('P')).map(({ key }) => key.remoteJid)).toEqual([jid(2), jid(1)])
  })

  it('are gone once they were counted, and those of other polls stay', async () => {
    await waiting.keep(vote('P', 1))
    await waiting.keep(vote('Q', 1))
    await waiting.forget(['P', 'unknown'])
    expect([await of('P'), (await of('Q')).length]).toEqual([[], 1])
  })

  it('of more polls than are kept are dropped, those first that were voted in longest ago', async () => {
    for (const n of [0, 1, 2, 3, 4, 0, 5, 6]) await waiting.keep(vote(`P${n}`, 1))
    expect(sealed.keys()).toHaveLength(most.polls + 1)
    const kept = await waiting.of(['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
    expect([...kept.keys()]).toEqual(['P0', 'P3', 'P4', 'P5', 'P6'])
  })

  it('of more voters than are kept are those of the last ones', async () => {
    for (let n = 0; n < most.voters + 3; n++) await waiting.keep(vote('P', n))
    expect((await of('P')).map(({ key }) => key.participant)).toEqual([3, 4, 5, 6, 7, 8, 9].map(jid))
  })

  it('of no sound form are not kept', async () => {
    await waiting.keep(vote('P', 1, new Uint8Array(5_000)))
    await waiting.keep(vote('P'.repeat(1_000), 1))
    await waiting.keep({ ...vote('P', 1), key: { id: 'A', remoteJid: 'x'.repeat(10_000) } })
    await waiting.keep({ key: { id: 'A' }, message: { conversation: 'Oi' } })
    expect(sealed.keys()).toEqual([])
  })
})
