import { testHost } from '@recado/sdk/testing'
import fc from 'fast-check'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHttpBotSimulator, type HttpBotSimulator } from '../simulator/simulator.ts'
import plugin from './server.ts'
import { isSigned, sign } from './signature.ts'

const host = testHost({ plugin, folder: join(import.meta.dirname, '..') })
const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
const otherKey = `whsec_${Buffer.from('another key of thirty-two bytes!').toString('base64')}`
let program: HttpBotSimulator
beforeAll(async () => {
  program = await startHttpBotSimulator(signingKey)
})
afterAll(() => program.close())
beforeEach(() => {
  program.signWith(undefined)
  program.told.length = 0
})

const bot = 'cores'
const save = (more: object = {}) => host.a.save({ url: program.url, signingKey, ...more })
const outcome = async () => (await host.a.serve('bot.test', { bot })).outcome

describe('a program as a bot', () => {
  it('is told by signed requests, in one session, and hands over', async () => {
    save()
    const begun = await host.a.serve('bot.start', { bot, message: null, variables: { pushName: 'Ana' } })
    expect(begun.asks!.options.map(({ title }) => title)).toEqual(['Azul', 'Verde'])
    const message = { text: 'Verde', choice: 'verde', files: [] }
    const { answer } = await host.a.serve('bot.proceed', { bot, session: begun.session!, message })
    expect(answer).toMatchObject({ says: [{ text: 'Anotado: Verde' }], hands: { to: 'people' }, note: 'Cor: verde' })
    expect(program.told).toMatchObject([
      { type: 'conversation.started', bot, session: begun.session, variables: { pushName: 'Ana' } },
      { type: 'message.received', bot, session: begun.session, message },
    ])
  })

  it('that does not know a session begins a new one, and what it refuses is no answer', async () => {
    save()
    const proceed = () =>
      host.a
        .serve('bot.proceed', { bot, session: 's', message: { text: 'Oi', files: [] } })
        .then(({ answer }) => answer)
    program.answerNext(410, '')
    expect(await proceed()).toBeNull()
    program.answerNext(500, '')
    await expect(proceed()).rejects.toThrow('status 500')
  })

  it('is tested with a result that says what is wrong', async () => {
    expect(await outcome()).toBe('unset')
    save()
    expect(await outcome()).toBe('started')
    for (const [status, text, expected] of [
      [404, '', 'missing'],
      [500, '', 'unreachable'],
      [200, '<html>', 'invalid'],
      [200, '{"says":[{"kind":"dance"}]}', 'invalid'],
      [200, '{"hands":{"to":"people","queueId":"2"}}', 'invalid'],
    ] as const) {
      program.answerNext(status, text)
      expect(await outcome()).toBe(expected)
    }
    save({ signingKey: otherKey })
    expect(await outcome()).toBe('refused')
  })

  it('signs its answers where the company wants it', async () => {
    save({ signedAnswers: true })
    expect(await outcome()).toBe('refused')
    program.signWith(otherKey)
    expect(await outcome()).toBe('refused')
    program.signWith(signingKey)
    expect(await outcome()).toBe('started')
  })
})

describe('signatures', () => {
  it('are those of the published example of Standard Webhooks', () => {
    const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
    expect(sign(key, signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('hold for what was signed, then, and for nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: -600, max: 600 }), (body, other, late) => {
        const signed = { id: 'msg_1', timestamp: 1_700_000_000, body }
        const header = `v1,b3RoZXI= ${sign(signingKey, signed)}`
        const now = (signed.timestamp + late) * 1_000
        expect(isSigned(signingKey, header, signed, now)).toBe(Math.abs(late) <= 300)
        expect(isSigned(signingKey, header, { ...signed, body: `${body}${other}x` }, signed.timestamp * 1_000)).toBe(
          false,
        )
        expect(isSigned(signingKey, other, signed, signed.timestamp * 1_000)).toBe(false)
      }),
    )
  })
})
