import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionCheck } from '../../base/contracts.ts'
import { draw, sampleChannel } from '../../testing/draw.rig.tsx'
import { anyConnection } from '../../testing/samples.ts'
import { CheckResult } from './CheckResult.tsx'

afterEach(cleanup)
const connection = anyConnection()

function Tested({ result }: { result: ConnectionCheck }) {
  return (
    <CheckResult
      connection={connection}
      result={result}
      type={{ info: sampleChannel(), namespace: 'plugin.sample', title: 'Exemplo', description: null }}
    />
  )
}

describe('the result of a connection test', () => {
  it('says who answered', async () => {
    expect(
      (await draw(<Tested result={{ ok: true, identity: '@loja_bot' }} />)).getByRole('status').textContent,
    ).toContain('@loja_bot')
  })

  it('quotes the provider for a step without words of its own, as what it is', async () => {
    const status = (
      await draw(<Tested result={{ ok: false, step: 'token', code: '401', message: 'Unauthorized' }} />)
    ).getByRole('status')
    expect(status.textContent).toBe('O teste de conexão falhouO provedor respondeu: 401 · Unauthorized')
    expect([...status.querySelectorAll('[lang=en]')].map((one) => one.textContent)).toEqual(['401 · Unauthorized'])
  })

  it('says a step that has words in these alone', async () => {
    const { getByRole } = await draw(
      <Tested result={{ ok: false, step: 'token', code: '401', message: 'Unauthorized' }} />,
      { texts: { 'plugin.sample': { check: { token: { title: 'A senha mudou', fix: 'Digite a nova.' } } } } },
    )
    expect(getByRole('status').textContent).toBe('A senha mudouDigite a nova.')
  })
})
