import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommand } from './command.ts'

const queueId = '0192f0c4-7e2b-7c3e-9a59-3d1f5c1f2a01'

describe('commands of a bot', () => {
  it('name people, or close', () => {
    expect(readCommand(`{"type":"queue","queueId":"${queueId}"}`)).toEqual({ hands: { to: 'people', queueId } })
    expect(readCommand(` #{"type":"user","userId":"${queueId}"} `)).toEqual({
      hands: { to: 'people', userId: queueId },
    })
    expect(readCommand('{"type":"stopBot"}')).toEqual({ hands: { to: 'people' } })
    expect(readCommand('{"type":"close"}')).toEqual({ hands: { to: 'close' } })
  })

  it('tell what the bot found out', () => {
    expect(readCommand('#{"type":"set","variables":{"cpf":"529.982.247-25","itens":3,"vip":true}}')).toEqual({
      variables: { cpf: '529.982.247-25', itens: '3', vip: 'true' },
    })
    expect(readCommand('{"type":"set","variables":{"a":{"b":1}}}')).toBe('unknown')
    expect(readCommand('{"type":"set"}')).toBe('unknown')
  })

  it('that are not understood do nothing, and are not shown', () => {
    for (const text of [
      '{"type":"queue","queueId":2}',
      '{"type":"delete"}',
      '{"type":"close","also":1}',
      '{"type":"queue",',
      '#{nothing}',
      '{"type":"queue","queueId":}',
    ])
      expect(readCommand(text)).toBe('unknown')
  })

  it('are no texts of people', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*#?\{/.test(text))
        expect(readCommand(text)).toBe('text')
      }),
    )
  })

  it('never are an object that is shown, and never one with other fields', () => {
    fc.assert(
      fc.property(fc.object(), (given) => {
        expect(readCommand(JSON.stringify(given))).toBe('unknown')
      }),
    )
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 1 }), fc.jsonValue(), (id, name, value) => {
        fc.pre(!['type', 'queueId'].includes(name))
        expect(readCommand(JSON.stringify({ type: 'queue', queueId: id, [`x${name}`]: value }))).toBe('unknown')
      }),
    )
  })
})
