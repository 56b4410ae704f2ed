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

  it('says what the provider said, also for a step without words of its own', async () => {
    const { textContent } = (
      await draw(<Tested result={{ ok: false, step: 'token', code: '401', message: 'Unauthorized' }} />)
    ).getByRole('status')
    expect(textContent).toBe('O teste de conexão falhou401 · Unauthorized')
  })
})
