import { memorySealed } from '@recado/sdk/testing'
import type { SignalDataSet, SignalDataTypeMap } from 'baileys'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openLogin } from './auth-state.ts'

const ended = new AbortController().signal

it('keeps keys as a map does, over restarts, whatever kinds there will be', async () => {
  const types = ['pre-key', 'session', 'lid-mapping', 'a-kind-of-tomorrow'] as const
  const change = fc.record({
    type: fc.constantFrom(...types),
    id: fc.constantFrom('1', '2', 'x.y'),
    value: fc.option(
      fc.oneof(
        fc.string(),
        fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      ),
    ),
    restarts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const sealed = memorySealed()
      const model = new Map<string, unknown>()
      let login = await openLogin(sealed, ended)
      for (const { type, id, value, restarts } of changes) {
        await login.state.keys.set({ [type]: { [id]: value } } as SignalDataSet)
        if (value === null) model.delete(`${type}/${id}`)
        else model.set(`${type}/${id}`, value)
        if (restarts) login = await openLogin(sealed, ended)
      }
      for (const type of types) {
        const found = await login.state.keys.get(type as keyof SignalDataTypeMap, ['1', '2', 'x.y'])
        for (const id of ['1', '2', 'x.y']) expect(found[id]).toEqual(model.get(`${type}/${id}`))
      }
    }),
  )
})

it('keeps the credentials, and forgets everything when it is told to', async () => {
  const sealed = memorySealed()
  const login = await openLogin(sealed, ended)
  login.state.creds.registered = true
  await login.save()
  const again = await openLogin(sealed, ended)
  expect(again.state.creds).toEqual(login.state.creds)
  await again.clear()
  expect(sealed.keys()).toEqual([])
  expect((await openLogin(sealed, ended)).state.creds.noiseKey).not.toEqual(login.state.creds.noiseKey)
})

it('waits for a database that is away, and writes nothing once another node has the connection', async () => {
  const sealed = memorySealed()
  let away = 2
  const login = await openLogin(
    {
      ...sealed,
      write: async (changes) => {
        if (away-- > 0) throw new Error('the database is away')
        await sealed.write(changes)
      },
    },
    ended,
  )
  await login.state.keys.set({ session: { a: new Uint8Array([1]) } } as SignalDataSet)
  expect(sealed.keys()).toEqual(['session/a'])
})
